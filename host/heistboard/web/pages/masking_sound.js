// The masking sound: synthesized rain on wood. While eyes are closed it drowns out the noise of
// pieces being lifted: hiss from 300 Hz to 10 kHz that rises and falls, with drops and knocks of
// its own. Four loops of different lengths start at random places, so it repeats only after years.

const RATE = 24_000; // samples a second, enough for 12 kHz
const FADE_S = 0.3;
const RAIN_S = [17.9, 23.3];
const WOOD_S = [19.1, 29.7];
const RAIN = 0.07; // RMS level of one loop
const SWELL_DB = 3;
const POLES_HZ = [60, 170, 480, 1360, 3840, 10_800]; // of low-pass filters whose sum is pink noise
const LOWEST_HZ = 300;
const DROPS_PER_S = 5; // in one loop
const KNOCKS_PER_S = 1.3;
const LOUDEST = 0.36; // peak of drops and knocks in one loop, so that the sum does not clip
const TWICE = 0.4; // probability that a knock is followed by another, as of a piece put down

export class MaskingSound {
  #context;
  #out;
  #loops;
  #playing = null;
  #random;

  // *context* is an AudioContext; *seed* must not depend on the game.
  constructor(context, seed = crypto.getRandomValues(new Uint32Array(1))[0]) {
    this.#context = context;
    this.#random = generator(seed);
    this.#loops = [
      ...RAIN_S.map((seconds) => this.#loop(seconds, rain)),
      ...WOOD_S.map((seconds) => this.#loop(seconds, wood)),
    ];
    this.#out = context.createGain();
    this.#out.connect(context.destination);
  }

  // 0 to 1
  set loudness(part) {
    this.#out.gain.value = part * part; // roughly as ears perceive it
  }

  start() {
    if (this.#playing) return;
    const begin = this.#context.currentTime;
    const fade = this.#context.createGain();
    fade.gain.setValueAtTime(0, begin);
    fade.gain.linearRampToValueAtTime(1, begin + FADE_S);
    fade.connect(this.#out);
    const sources = this.#loops.map((buffer) => {
      const source = new AudioBufferSourceNode(this.#context, { buffer, loop: true });
      source.connect(fade);
      source.start(begin, this.#random() * buffer.duration);
      return source;
    });
    this.#playing = { fade, sources };
  }

  stop(fadeS = FADE_S) {
    if (!this.#playing) return;
    const { fade, sources } = this.#playing;
    const now = this.#context.currentTime;
    fade.gain.cancelScheduledValues(now);
    fade.gain.setValueAtTime(fade.gain.value, now);
    fade.gain.linearRampToValueAtTime(0, now + fadeS);
    for (const source of sources) source.stop(now + fadeS);
    this.#playing = null;
  }

  #loop(seconds, make) {
    const length = Math.round(seconds * RATE);
    const buffer = new AudioBuffer({ length, sampleRate: RATE });
    make(buffer.getChannelData(0), this.#random);
    return buffer;
  }
}

// Fills *samples* with pink noise without its lowest part, of varying level, that loops smoothly.
function rain(samples, random) {
  for (let i = 0; i < samples.length; i++) samples[i] = random() - 0.5;
  const filter = pink();
  for (const sample of samples.slice(-4096)) filter(sample);
  let power = 0;
  for (let i = 0; i < samples.length; i++) {
    samples[i] = filter(samples[i]);
    power += samples[i] ** 2;
  }
  const level = RAIN / Math.sqrt(power / samples.length);
  const waves = [2, 3, 5].map((times) => ({
    turn: (2 * Math.PI * times) / samples.length,
    phase: 2 * Math.PI * random(),
  }));
  for (let i = 0; i < samples.length; i++) {
    let swell = 0;
    for (const { turn, phase } of waves) swell += Math.sin(turn * i + phase) / waves.length;
    samples[i] *= level * 10 ** ((SWELL_DB * swell) / 20);
  }
}

function pink() {
  const pole = (hz) => ({ keep: Math.exp((-2 * Math.PI * hz) / RATE), at: 0 });
  const poles = POLES_HZ.map(pole);
  const slow = pole(LOWEST_HZ);
  const gains = POLES_HZ.map((hz) => 1 / Math.sqrt(hz));
  return (sample) => {
    let sum = 0;
    for (let i = 0; i < poles.length; i++) {
      const each = poles[i];
      each.at = sample + (each.at - sample) * each.keep;
      sum += each.at * gains[i];
    }
    slow.at = sum + (slow.at - sum) * slow.keep;
    return sum - slow.at;
  };
}

// Adds drops, and knocks of wood and plastic, at random times.
function wood(samples, random) {
  const between = (low, high) => low * (high / low) ** random();
  const seconds = samples.length / RATE;
  const ring = (atS, hz, level, decayS) => {
    const first = Math.floor(atS * RATE);
    const length = Math.ceil(6 * decayS * RATE);
    const turn = (2 * Math.PI * hz) / RATE;
    const fall = Math.exp(-1 / (decayS * RATE));
    for (let i = 0, now = level; i < length; i++, now *= fall) {
      samples[(first + i) % samples.length] += now * Math.sin(turn * i);
    }
  };
  const click = (atS, level, decayS) => {
    const first = Math.floor(atS * RATE);
    for (let i = 0; i < 6 * decayS * RATE; i++) {
      const now = level * Math.exp(-i / (decayS * RATE));
      samples[(first + i) % samples.length] += now * (2 * random() - 1);
    }
  };
  const knock = (atS, level) => {
    const low = between(450, 1100);
    for (const times of [1, between(1.8, 2.9), between(3.5, 6.5)]) {
      ring(atS, low * times, (level / times) * between(0.5, 1), between(0.006, 0.025) / times);
    }
    click(atS, level * between(0.3, 1), between(0.001, 0.006));
  };
  for (let i = 0; i < seconds * DROPS_PER_S; i++) {
    const atS = seconds * random();
    ring(atS, between(900, 5000), between(0.05, 0.2), between(0.004, 0.02));
    click(atS, between(0.03, 0.15), between(0.0005, 0.002));
  }
  for (let i = 0; i < seconds * KNOCKS_PER_S; i++) {
    const atS = seconds * random();
    const level = between(0.15, 0.5);
    knock(atS, level);
    if (random() < TWICE) knock(atS + between(0.05, 0.3), level * between(0.4, 1));
  }
  for (let i = 0; i < samples.length; i++) {
    samples[i] = LOUDEST * Math.tanh(samples[i] / LOUDEST);
  }
}

// Returns a seeded generator (xorshift) of random numbers from 0 to 1.
function generator(seed) {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
