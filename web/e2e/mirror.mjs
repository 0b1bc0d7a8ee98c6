// A server before the server: passes everything on, can go down and come back, and can pretend to be a newer build.
import http from "node:http";
import net from "node:net";

const GONE = /\/assets\/index-[\w-]+\.js/g;

export class Mirror {
  constructor(base) {
    this.behind = new URL(base);
    this.down = false;
    this.newer = false;
    this.asked = [];
    this.sockets = new Set();
    this.server = http.createServer((request, response) => void this.pass(request, response));
    this.server.on("connection", (socket) => {
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      if (this.down) socket.destroy();
    });
    this.server.on("upgrade", (request, socket, head) => this.join(request, socket, head));
  }
  async open() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.base = `http://127.0.0.1:${this.server.address().port}`;
  }
  /** The server is gone, with every line to it, or back. */
  cut(down) {
    this.down = down;
    if (down) for (const socket of this.sockets) socket.destroy();
  }
  close() {
    this.cut(true);
    this.server.close();
  }
  async pass(request, response) {
    this.asked.push(request.url);
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = this.newer ? request.url.replace("/assets/newer-", "/assets/index-") : request.url;
    if (this.newer && name === request.url && /^\/assets\/index-[\w-]+\.js/.test(name))
      return response.writeHead(404).end();
    const headers = { ...request.headers, "accept-encoding": "identity" };
    if (this.newer) delete headers["if-none-match"]; // What an older build sent is out of date.
    const ask = http.request(
      {
        agent: false, // A line that the server has just given up would fail what is asked next.
        host: this.behind.hostname,
        port: this.behind.port,
        method: request.method,
        path: name,
        headers,
      },
      async (answer) => {
        const body = [];
        for await (const chunk of answer) body.push(chunk);
        let data = Buffer.concat(body);
        const headers = { ...answer.headers };
        if (this.newer && /html|javascript/.test(headers["content-type"] ?? "")) {
          data = Buffer.from(
            data
              .toString()
              .replaceAll(GONE, (path) => path.replace("/index-", "/newer-"))
              .replace(/"cradle-(\w+)"/, '"cradle-newer-$1"')
              .replaceAll(/\.\/index-([\w-]+\.js)/g, "./newer-$1"),
          );
          delete headers["etag"];
          headers["content-length"] = String(data.length);
        }
        if (!response.destroyed) response.writeHead(answer.statusCode, headers).end(data);
      },
    );
    ask.on("error", () => response.destroy());
    ask.end(Buffer.concat(chunks));
  }
  join(request, socket, head) {
    const far = net.connect(Number(this.behind.port), this.behind.hostname, () => {
      const lines = Object.entries(request.headers).map(([key, value]) => `${key}: ${value}`);
      far.write(`${request.method} ${request.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      far.write(head);
      far.pipe(socket);
      socket.pipe(far);
    });
    far.on("error", () => socket.destroy());
    socket.on("error", () => far.destroy());
    socket.on("close", () => far.destroy());
    far.on("close", () => socket.destroy());
  }
}
