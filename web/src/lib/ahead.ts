/** The socket of a table, opened while the page that will listen to it is still on its way. */
interface Ahead {
  path: string;
  socket: WebSocket;
  heard: MessageEvent<string>[];
}
let ahead: Ahead | null = null;

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
export function openAhead(path: string | null): void {
  if (ahead) hangUp(ahead.socket);
  ahead = path === null ? null : { path, socket: dial(path), heard: [] };
  if (!ahead) return;
  const { socket, heard } = ahead;
  socket.onopen = () => socket.send(JSON.stringify(STRANGER));
  socket.onmessage = (event: MessageEvent<string>) => void heard.push(event);
}

/** The socket that was opened for this path, with what it has heard, unless it is closed again. */
export function takeAhead(path: string): Ahead | null {
  if (ahead?.path !== path) return null;
  const taken = ahead;
  ahead = null;
  return taken.socket.readyState <= WebSocket.OPEN ? taken : null;
}
