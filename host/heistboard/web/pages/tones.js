// The sounds of events, made here: each is a few notes of plain waves that fade.

const LEVEL = 0.16;
const RISE_S = 0.008;
const NEXT_S = 0.3; // from one sound to the next one of the same message

// Each note: when it begins and how long it lasts in seconds, its pitch in Hz and where that glides to.
const NOTES = {
  move: [[0, 0.09, 220, 150]],
  card: [[0, 0.07, 620, 940]],
  chime: [
    [0, 1.1, 880, 880],
    [0, 0.7, 2217, 2217],
  ],
  nothing: [
    [0, 0.13, 330, 320],
    [0.14, 0.2, 247, 235],
  ],
  find: [
    [0, 0.12, 523, 523],
    [0.11, 0.28, 784, 784],
  ],
  caught: [
    [0, 0.16, 523, 523],
    [0.14, 0.16, 659, 659],
    [0.28, 0.16, 784, 784],
    [0.42, 0.6, 1047, 1047],
  ],
  free: [
    [0, 0.16, 784, 784],
    [0.16, 0.16, 587, 587],
    [0.32, 0.16, 784, 784],
    [0.48, 0.6, 440, 880],
  ],
  turn: [
    [0, 0.12, 660, 660],
    [0.13, 0.24, 880, 880],
  ],
};

export const NAMES = Object.keys(NOTES);

// While nothing sounds, *context* is suspended: it would keep a phone's loudspeaker awake.
export class Tones {
  #context;
  #sounding = 0; // notes

  constructor(context) {
    this.#context = context;
    context.suspend();
  }

  // Plays the sounds of these *names*, one after the other.
  play(names) {
    this.#context.resume();
    names.forEach((name, number) => {
      for (const note of NOTES[name]) this.#note(number * NEXT_S, note);
    });
  }

  #note(afterS, [atS, lastsS, hz, to]) {
    const begin = this.#context.currentTime + afterS + atS;
    const wave = new OscillatorNode(this.#context, { type: "triangle", frequency: hz });
    wave.frequency.setValueAtTime(hz, begin);
    wave.frequency.exponentialRampToValueAtTime(to, begin + lastsS);
    const level = new GainNode(this.#context, { gain: 0 });
    level.gain.setValueAtTime(0, begin);
    level.gain.linearRampToValueAtTime(LEVEL, begin + RISE_S);
    level.gain.exponentialRampToValueAtTime(0.0001, begin + lastsS);
    wave.connect(level).connect(this.#context.destination);
    wave.start(begin);
    wave.stop(begin + lastsS);
    this.#sounding += 1;
    wave.onended = () => {
      this.#sounding -= 1;
      if (!this.#sounding) this.#context.suspend();
    };
  }
}
