// Keeps the screen on during a game. Browsers allow that only to pages of this machine and to
// encrypted ones that they trust, not to those that come over plain HTTP from another machine.

const IDLE_MS = 20 * 60 * 1000; // then the screen may sleep

let lock = null; // the wake lock, or a promise of it
let idle = 0;

// Keeps the screen on for IDLE_MS; called whenever something happens in the game.
export function keepScreenOn() {
  if (!navigator.wakeLock) return;
  clearTimeout(idle);
  idle = setTimeout(() => {
    idle = 0;
    lock?.release?.();
  }, IDLE_MS);
  ask();
}

// Browsers release the lock whenever the page is hidden.
document.addEventListener("visibilitychange", () => idle && ask());

async function ask() {
  if (lock || document.hidden) return;
  try {
    lock = navigator.wakeLock.request("screen");
    lock = await lock;
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // the battery is low, or it is forbidden
  }
}
