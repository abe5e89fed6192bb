// Shapes that several parts use.

// A convex plate, its edge on the bed chamfered; `rise` is the chamfer's height.
module slab(height, chamfer, rise = 0) {
  up = rise > 0 ? rise : chamfer;
  hull() {
    linear_extrude(0.01) offset(delta = -chamfer) children();
    translate([0, 0, up]) linear_extrude(height - up) children();
  }
}

module cylinder_chamfered(r, height, chamfer) {
  cylinder(r1 = r - chamfer, r2 = r, h = chamfer);
  translate([0, 0, chamfer - 0.001]) cylinder(r = r, h = height - chamfer + 0.001);
}

// The pole that is up: plus or minus, 3.6 mm wide.
module sign_2d(plus) {
  square([3.6, 1], center = true);
  if (plus) square([1, 3.6], center = true);
}

// A dovetail towards +x, its neck on the y axis.
module tongue_2d(neck, head, length, air = 0) offset(delta = air)
  polygon([[-0.01, -neck / 2], [length, -head / 2], [length, head / 2], [-0.01, neck / 2]]);

// The first child, with the second added and the third taken away.
module joined() {
  difference() {
    union() {
      children(0);
      children(1);
    }
    if ($children > 2) children(2);
  }
}
