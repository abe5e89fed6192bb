// Keeps the screen on while a game goes on. Browsers allow it only to pages of this machine: what
// comes over plain HTTP from another one has no wake lock.

const IDLE_MS = 20 * 60 * 1000; // after that the screen may sleep

let lock = null; // or the promise of one
let idle = 0;

// Something happens: the screen stays on for a while.
export function keepScreenOn() {
  if (!navigator.wakeLock) return;
  clearTimeout(idle);
  idle = setTimeout(() => {
    idle = 0;
    lock?.release?.();
  }, IDLE_MS);
  ask();
}

// It is gone whenever the page is hidden.
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
