// The printed parts, each as it lies on the bed. Set `part` to one of those at the end.
// In a model that is printed upside down, y is the y of the board file; in others it is -y.
include <parameters.scad>
use <lib.scad>

part = "base";
$fn = 48;
edge = pitch / 2;
out = edge + grid_wall / 2;

// --- bases, buildings, tiles -------------------------------------------------------------------

// The outline of a base and of all that stands on it: a square, its corners cut.
module outline(grow = 0) {
  half = side / 2;
  cut = half - corner;
  offset(delta = grow) polygon([[half, cut], [cut, half], [-cut, half], [-half, cut],
                                [-half, -cut], [-cut, -half], [cut, -half], [half, -cut]]);
}

// Plus and minus beside the pockets; turned a quarter, the other pole is up.
module signs_2d(mirrored) {
  for (n = [0:3]) rotate(90 * n) translate([spots[0][0] + 0.9, mirrored * (spots[0][1] - 7.7)])
    sign_2d(signs[n] > 0);
}

module pockets(y, from, deep, d) {
  for (spot = spots) translate([spot[0], y * spot[1], from]) cylinder(d = d, h = deep);
}

module base() {
  difference() {
    union() {
      slab(base_height, printer_chamfer) outline();
      // Between these lips the walls of the building find their place.
      linear_extrude(base_height + 1.2) lips_2d();
    }
    translate([0, 0, -1]) cylinder(r = base_hole, h = base_height + 3, $fn = 96);
    pockets(-1, floor, base_height, pocket);
    translate([0, 0, base_height - 0.6]) linear_extrude(3) signs_2d(-1);
  }
}

module lips_2d() intersection() {
  difference() {
    outline(-wall - 0.15);
    outline(-2 * wall - 0.15);
  }
  for (a = [45, 135]) rotate(a) square([2 * side, 8], center = true);
}

module building() {
  difference() {
    slab(roof + building, printer_chamfer) outline();
    translate([0, 0, roof]) linear_extrude(building + 1) outline(-wall);
    // The sign: a token of this size or smaller lies in the ring.
    translate([0, 0, -1]) linear_extrude(1.6) difference() {
      circle(d = token + 1.2, $fn = 96);
      circle(d = token - 1.2, $fn = 96);
    }
    // Windows, blind: nobody must see what stands inside.
    for (a = [0:90:270], x = [-7, 0, 7]) rotate(a) translate([x, side / 2 - 0.4, 0])
      rotate([-90, 0, 0]) linear_extrude(1)
        polygon([for (p = [[-2, 17], [2, 17], [2, 8], [0, 6], [-2, 8]]) [p[0], -p[1]]]);
  }
}

module sled() {
  difference() {
    slab(floor + sled_pocket, printer_chamfer) outline();
    pockets(1, floor, 9, pocket);
    translate([0, 0, floor + sled_pocket - 0.6]) linear_extrude(3) signs_2d(1);
  }
}

// --- pieces that stand free --------------------------------------------------------------------

body = nut_height * nut_count + cap + 0.2;  // above the magnet

module weighted(d, thick) {
  difference() {
    children();
    translate([0, 0, floor]) cylinder(d = d + 2 * printer_fit, h = thick + 0.11);
    translate([0, 0, floor + thick + 0.1]) cylinder(d = bore, h = 99);
  }
}

module foot_disc(height) cylinder_chamfered(car_radius, height, printer_chamfer);
function top(thick) = floor + thick + 0.1 + body;

module car() weighted(magnet[0], magnet[1]) {
  foot_disc(2.4);
  linear_extrude(top(magnet[1])) hull() for (x = [-1, 1]) translate([x * 2.5, 0]) circle(foot);
}

module car_cap() {
  slab(6, 2, 1.6) hull() for (x = [-1, 1]) translate([x * 2.5, 0]) circle(foot);
  plug(6);
}

module guard() weighted(guard_magnet[0], guard_magnet[1]) {
  foot_disc(2.4);
  cylinder(r = foot, h = top(guard_magnet[1]));
}

module guard_cap() {
  cylinder(r1 = foot - 2, r2 = foot - 1.2, h = 5);
  translate([0, 0, 4.2]) cylinder(r1 = foot - 1.2, r2 = foot, h = 1.3);
  translate([0, 0, 5.4]) cylinder(r = foot, h = 0.8);
  plug(6.2);
}

// For a figure of wood or plastic, glued on: flat instead of a hat.
module guard_stand() {
  cylinder_chamfered(foot, 1.2, printer_chamfer);
  plug(1.2);
}

module helicopter() weighted(magnet[0], magnet[1])
  cylinder_chamfered(foot, top(magnet[1]), printer_chamfer);

module helicopter_cap() {
  linear_extrude(1.6) intersection() {
    for (a = [45, 135]) rotate(a) square([99, 4.4], center = true);
    circle(foot);
  }
  // So high that a hand grips it between four buildings.
  cylinder(d = 9, h = mast + 0.01);
  translate([0, 0, mast]) cylinder(r1 = 4.5, r2 = foot, h = 4.2);
  translate([0, 0, mast + 4.19]) cylinder(r = foot, h = 0.81);
  plug(mast + 5);
}

module plug(z) translate([0, 0, z - 0.01]) cylinder(d = bore - 0.3, h = cap);

// --- the flashlight ----------------------------------------------------------------------------

socket = flashlight_magnet[0] + 2 * printer_fit;  // across, for the magnet and the stick's end
shelf = flashlight_floor + flashlight_magnet[1] + 0.2;

module flashlight() difference() {
  union() {
    cylinder_chamfered(flashlight_ring, flashlight_ring_height, printer_chamfer);
    cylinder(r = flashlight_body, h = shelf + flashlight_socket);
  }
  translate([0, 0, flashlight_floor]) cylinder(d = socket, h = 99);
}

module flashlight_stick() difference() {
  union() {
    cylinder_chamfered(flashlight_body, flashlight_stick, printer_chamfer);
    cylinder(d = socket - 0.3, h = flashlight_stick + flashlight_socket);
  }
  translate([0, 0, -1]) cylinder(r = flashlight_bore, h = 199);
}

module flashlight_cap() {
  slab(6, 2, 1.6) circle(flashlight_body);
  translate([0, 0, 5.99]) cylinder(r = flashlight_bore - 0.15, h = 5);
}

// --- on the sheet ------------------------------------------------------------------------------

// Upper left quarter, cut through the middle of cell c3; the other three are turned. The skirt
// reaches over the sheet's edge and holds the guide to the grid.
module guide() {
  linear_extrude(guide_height) guide_2d();
  low = -out - skirt_air;
  linear_extrude(guide_height + design_sheet + skirt) difference() {
    translate([low - wall, low - wall]) square(2 * pitch - low + wall);
    translate([low, low]) square(999);
  }
}

module guide_2d() {
  end = 2 * pitch;
  low = -out - skirt_air - wall / 2;
  along = [for (n = [0:1]) edge + n * pitch];
  joined() {
    difference() {
      translate([low, low]) square(end - low);
      for (x = [0:2], y = [0:2]) translate([x * pitch, y * pitch]) outline(guide_air);
      for (x = along, y = along) translate([x, y]) circle(r = ring, $fn = 64);
      for (at = along, n = [0:2], side = [-1, 1]) {
        translate([at, n * pitch + side * tongue_at]) slot_of_wall_2d(90);
        translate([n * pitch + side * tongue_at, at]) slot_of_wall_2d(0);
      }
    }
    // One edge has tongues, the next has notches: so a quarter fits itself when turned.
    for (y = along) translate([end, y]) tongue_2d(2.2, 3.4, 2.2);
    for (x = along) translate([x, end]) rotate(-90) tongue_2d(2.2, 3.4, 2.2, printer_joint);
  }
}

module slot_of_wall_2d(turn) rotate(turn) square([tongue[0] + 2 * printer_joint,
                                                  tongue[1] + 2 * printer_joint], center = true);

// Its upper edge lies on the bed; the foot spreads at 45 degrees, so nothing hangs over.
module wall() {
  thick = wall_piece[2] / 2;
  wide = wall_foot / 2;
  high = wall_piece[1];
  spread = high - 0.8 - (wide - thick);
  rotate([90, 0, 90]) translate([0, 0, -wall_piece[0] / 2]) linear_extrude(wall_piece[0])
    polygon([[-thick, 0], [thick, 0], [thick, spread], [wide, high - 0.8], [wide, high],
             [-wide, high], [-wide, high - 0.8], [-thick, spread]]);
  for (side = [-1, 1]) translate([side * tongue_at, 0, high - 0.01])
    linear_extrude(tongue[2] + 0.01) square([tongue[0], tongue[1]], center = true);
}

// --- between board and sheet -------------------------------------------------------------------

joint = [2.4, 4, 3];

module walls_2d() {
  for (n = [0:5]) {
    at = n * pitch - edge;
    translate([at - grid_wall / 2, -out]) square([grid_wall, 5 * pitch + grid_wall]);
    translate([-out, at - grid_wall / 2]) square([5 * pitch + grid_wall, grid_wall]);
  }
  for (x = [0:3], y = [0:3]) translate([edge + x * pitch, edge + y * pitch])
    circle(r = light + grid_wall);
}

module wells_2d() for (x = [0:3], y = [0:3]) translate([edge + x * pitch, edge + y * pitch])
  circle(r = light);

// All that stands higher than `h` on the strips; the walls leave it room.
module high_2d(h) {
  for (n = [0:5]) translate([0, (n - 1) * pitch]) {
    if (strip_pins[4] > h) for (x = [0:4]) translate([x * pitch, 0]) box_2d(strip_pins);
    if (strip_row_pins[4] > h) box_2d(strip_row_pins);
    if (strip_screw_height > h) {
      for (at = strip_screws) translate(at) square(strip_screw_head, center = true);
      for (at = strip_screws_right) translate([4 * pitch, 0] + at)
        square(strip_screw_head, center = true);
    }
  }
}

module box_2d(box) translate([box[0], box[1]]) square([box[2], box[3]], center = true);

module half_plane(x, y) translate([x < 0 ? -499 : grid_cut[0], y < 0 ? -499 : grid_cut[1]])
  square([x < 0 ? 499 + grid_cut[0] : 499, y < 0 ? 499 + grid_cut[1] : 499]);

// A block with a dovetail on every wall that is cut.
module grid_2d(x, y) {
  lines = [for (n = [0:5]) n * pitch - edge + (n == 0 ? 3.4 : n == 5 ? -3.4 : 0)];
  across = [for (at = lines) if ((at < grid_cut[1]) == (y < 0)) [grid_cut[0], at, 0]];
  down = [for (at = lines) if ((at < grid_cut[0]) == (x < 0)) [at, grid_cut[1], 90]];
  all = concat(across, down);
  joined() {
    intersection() {
      union() {
        difference() { walls_2d(); wells_2d(); }
        for (at = all) translate([at[0], at[1]]) rotate(at[2]) square([10, 8], center = true);
      }
      half_plane(x, y);
    }
    for (at = all) if ((at[2] == 0 ? x : y) < 0)
      translate([at[0], at[1]]) rotate(at[2]) tongue_2d(joint[0], joint[1], joint[2]);
    for (at = all) if ((at[2] == 0 ? x : y) > 0)
      translate([at[0], at[1]]) rotate(at[2])
        tongue_2d(joint[0], joint[1], joint[2], printer_joint);
  }
}

// The sheet's side lies on the bed. Downwards from there the walls lose what is in their way.
module layers(free = [strip_screw_height + 0.3, strip_pins[4] + 0.3]) {
  levels = concat([grid], free, [0]);
  for (n = [0:len(free)]) {
    low = levels[n + 1];
    translate([0, 0, grid - levels[n]]) linear_extrude(levels[n] - low) difference() {
      children();
      if (n > 0) high_2d(n == 1 ? strip_pins[4] : 0);
    }
  }
}

module grid(x, y) layers() grid_2d(x, y);

// The halves meet in a well, right of its light.
module track_2d(first, count) {
  left = first == 0;
  meet = (left ? count - 0.25 : first - 0.25) * track_step;
  rail = (track_depth + grid_wall) / 2;
  joints = [for (y = [-1, 1]) [meet, y * (rail + 1.8)]];
  joined() {
    intersection() {
      union() {
        for (y = [-rail, rail]) translate([-grid_wall / 2, y - grid_wall / 2])
          square([(track_wells[0] + track_wells[1]) * track_step + grid_wall, grid_wall]);
        for (n = [0:track_wells[0] + track_wells[1]]) translate([n * track_step, 0])
          square([grid_wall, track_depth + 2 * grid_wall], center = true);
        for (at = joints) translate(at) square([9, 4.8], center = true);
      }
      translate([left ? -9 : meet, -99]) square([left ? meet + 9 : 999, 199]);
    }
    if (left) for (at = joints) translate(at) tongue_2d(1.6, 2.6, 2);
    if (!left) for (at = joints) translate(at) tongue_2d(1.6, 2.6, 2, printer_joint);
  }
}

// The Pico's pins and a screw come up below its walls.
module track(first, count) difference() {
  linear_extrude(grid) track_2d(first, count);
  for (box = [strip_pico_pins, strip_track_screw])
    translate([0, 0, grid - box[4]]) linear_extrude(99) box_2d(box);
}

// Put into the wells of four crossings it centres the grid on their reeds; the slot is for the
// upper lead and its wire.
module centre() difference() {
  union() {
    cylinder(r = light + 1, h = 1);
    cylinder(r = light - 0.15, h = 6);
  }
  translate([0, 0, -1]) {
    cylinder(d = 2.4, h = 9);
    translate([0, -1.2]) cube([5, 2.4, 9]);
  }
}

// Two screws of neighbouring strips. Upside down, as the post: the nuts go in from below.
module foot() {
  a = strip_screws[1];
  b = strip_screws[0] + [0, pitch];
  middle = (a + b) / 2;
  difference() {
    slab(feet, 1) offset(3) square([6, 17], center = true);
    // Long enough for both ends of a strip, whose holes differ by half a millimetre.
    for (at = [a, b]) translate(at - middle) screw_and_nut(0.3);
  }
}

// A screw of its own.
module post() difference() {
  slab(feet, 1) circle(post);
  screw_and_nut(0);
}

module screw_and_nut(slot) {
  translate([0, 0, -1]) linear_extrude(99) slot_2d(3.4, slot, 32);
  translate([0, 0, 5]) linear_extrude(99) slot_2d(6.6, slot, 6);
}

module slot_2d(d, slot, sides) hull() for (x = [-slot, slot]) translate([x, 0]) circle(d = d, $fn = sides);

// --- tools -------------------------------------------------------------------------------------

module jig(y) {
  thick = 1 + magnet[1] + 0.1 + jig_gap;
  difference() {
    slab(thick + 2.4, printer_chamfer) outline(guide_air + 2.4);
    translate([0, 0, thick]) linear_extrude(9) outline(guide_air);
    pockets(y, 1, 99, pocket);
    translate([0, 0, thick - 0.6]) linear_extrude(9) signs_2d(y);
    translate([0, 0, -1]) {
      cylinder(r = 11, h = 99);
      // A pencil pushes the base out.
      for (n = [0:3]) rotate(90 * n + y * 55) translate([18, 0]) cylinder(d = 9, h = 99);
    }
  }
}

module gauge() {
  reed = gauge[0];
  sheet = gauge[1];
  pin = gauge[2];
  linear_extrude(4) difference() {
    union() {
      translate([4.5, 0]) square([28, 26]);
      translate([0, reed[0]]) square([9, 1]);
      translate([28, reed[1]]) square([9, 1]);
      // The pins look to two sides, so that only one meets the base.
      translate([22, 20]) square([4, 6 + pin[0]]);
      translate([30, 16]) square([10, 10]);
      translate([30, 19]) square([10 + pin[1], 4]);
    }
    translate([8 - sheet[0] / 2, 18]) square([sheet[0], 9]);
    translate([14 - sheet[1] / 2, 18]) square([sheet[1], 9]);
    // A ring at what must go, a bar at what must not.
    for (at = [[8, 14], [24, 21], [8, 8]]) translate(at) circle(d = 2.4);
    for (at = [[14, 14], [35.5, 21], [29, 8]]) translate(at) square([3, 1], center = true);
  }
}

module stencil() linear_extrude(1.2) difference() {
  outline();
  circle(r = stencil, $fn = 96);
}

if (part == "base") base();
if (part == "building") building();
if (part == "sled") sled();
if (part == "car") car();
if (part == "car_cap") car_cap();
if (part == "guard") guard();
if (part == "guard_cap") guard_cap();
if (part == "guard_stand") guard_stand();
if (part == "flashlight") flashlight();
if (part == "flashlight_stick") flashlight_stick();
if (part == "flashlight_cap") flashlight_cap();
if (part == "wall") wall();
if (part == "helicopter") helicopter();
if (part == "helicopter_cap") helicopter_cap();
if (part == "guide") guide();
if (part == "grid_nw") grid(-1, -1);
if (part == "grid_ne") grid(1, -1);
if (part == "grid_sw") grid(-1, 1);
if (part == "grid_se") grid(1, 1);
if (part == "track_w") track(0, track_wells[0]);
if (part == "track_e") track(track_wells[0], track_wells[1]);
if (part == "centre") centre();
if (part == "foot") foot();
if (part == "post") post();
if (part == "jig_base") jig(-1);
if (part == "jig_sled") jig(1);
if (part == "gauge") gauge();
if (part == "stencil") stencil();
