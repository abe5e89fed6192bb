// Who this browser is for the table, and its requests. The address that it was opened with may
// make it a host (#host=) or seat it (#sit=); neither stays in the address bar.

const CODE = /^#(host|sit)=([\w-]+)$/;

addEventListener("hashchange", () => CODE.test(location.hash) && location.reload());

// Returns what this browser is called and may do: nickname, host, id, seats, acts, private, before;
// and refused, if the code in its address was.
export async function enter() {
  const [, kind, code] = CODE.exec(location.hash) ?? [];
  if (kind) history.replaceState(null, "", location.pathname + location.search);
  const answer = kind === "host" ? await host(code) : kind ? await join(code) : {};
  const refused = answer.refused?.why ?? null;
  try {
    const response = await fetch("/you.json");
    return { ...(await response.json()).you, refused };
  } catch {
    return { nickname: null, host: false, id: null, seats: [], acts: [], private: [], before: [], refused };
  }
}

// Sends a request; returns the answer, or why it was refused.
export async function post(path, body) {
  const trouble = { refused: { why: "trouble" } };
  const isText = body === undefined || typeof body === "string";
  try {
    const response = await fetch(path, { method: "POST", body: isText ? body : JSON.stringify(body) });
    const isOurs = response.headers.get("content-type")?.includes("json");
    // A browser that has just become a device has another cookie: sockets open anew with it.
    if (response.ok && path === "/device") dispatchEvent(new Event("device"));
    return isOurs ? await response.json() : trouble;
  } catch {
    return trouble;
  }
}

// Makes this browser a host. Then the page is loaded anew: what the server shows to hosts differs.
async function host(secret) {
  const answer = await post("/host", secret);
  if (answer.refused) return answer;
  location.reload();
  return new Promise(() => {}); // this page ends here
}

// Sits down with an invitation's code. If that is still being announced, it tries again after it.
async function join(code) {
  const answer = await post("/seat/join", code);
  if (answer.seat !== undefined) {
    location.replace(`/seat/${answer.seat}/`);
    return new Promise(() => {}); // this page ends here
  }
  if (answer.refused?.why === "soon") setTimeout(() => join(code), answer.refused.left_ms);
  return answer;
}
