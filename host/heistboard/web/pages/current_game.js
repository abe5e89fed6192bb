// Which game is on the table, for pages without a socket. It is asked every few seconds.

const LOOK_MS = 3000;

// Calls *changed* with the answer of /now.json when it is new, with null when nobody answers.
export async function followGame(changed) {
  let last;
  const look = async () => {
    const content = await currentGame();
    const news = JSON.stringify(content);
    if (content === undefined || news === last) return;
    last = news;
    await changed(content);
  };
  const lookIfSeen = () => document.hidden || look();
  document.addEventListener("visibilitychange", lookIfSeen);
  addEventListener("pageshow", (event) => event.persisted && look());
  setInterval(lookIfSeen, LOOK_MS);
  await look();
}

// Returns undefined if the server does not say now.
async function currentGame() {
  try {
    const response = await fetch("/now.json");
    return response.ok ? await response.json() : undefined;
  } catch {
    return null;
  }
}

// Returns that answer as a Navigation takes it.
export function asShown(content) {
  const running = content?.running;
  const phase = running?.over ? "over" : "";
  return {
    table: running ? { ...running, name: running.game, game: running.number, phase } : null,
    you: content?.you ?? null,
  };
}
