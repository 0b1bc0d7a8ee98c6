/** The socket of a table, opened while the page that will listen to it is still on its way. */
interface EarlySocket {
  path: string;
  socket: WebSocket;
  heard: MessageEvent<string>[];
}
let early: EarlySocket | null = null;

/** What somebody says who knows nothing of a table yet. */
export const STRANGER = { type: "hello", seq: 0, seat: null, chat: 0, token: null };

export function dial(path: string): WebSocket {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api${path}`);
}

/** Hang up; browsers complain of whoever does so before the socket is open. */
export function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
  socket.onmessage = null;
}

/** Open a table's socket now; one that nobody came for is given up. */
export function openEarlySocket(path: string | null): void {
  if (early) hangUp(early.socket);
  early = path === null ? null : { path, socket: dial(path), heard: [] };
  if (!early) return;
  const { socket, heard } = early;
  socket.onopen = () => socket.send(JSON.stringify(STRANGER));
  socket.onmessage = (event: MessageEvent<string>) => void heard.push(event);
}

/** The socket that was opened for this path, with what it has heard, unless it is closed again. */
export function takeEarlySocket(path: string): EarlySocket | null {
  if (early?.path !== path) return null;
  const taken = early;
  early = null;
  return taken.socket.readyState <= WebSocket.OPEN ? taken : null;
}
