/**
 * A socket that comes back. It says hello with what it has, sends what was not acknowledged again
 * under the same id, and tells how the line stands.
 */
import { dial, hangUp, takeEarlySocket } from "./early-socket";
import { reach } from "./reach.svelte";
import type { Heard } from "./types";

export type Connection = "connecting" | "open" | "lost" | "closed";
type Said = { type: string; id?: string; [field: string]: unknown };

interface Handlers {
  hello(): Said;
  hear(message: Heard): void;
  connection(state: Connection): void;
}

const SLOWEST = 8000;
const PING = 20000;
/** Whoever is asked and says nothing for so long isn't there any more; another server may be. */
const SILENCE = 8000;

export class LiveSocket {
  private readonly path: string;
  private readonly handlers: Handlers;
  private socket: WebSocket | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private readonly unanswered = new Map<string, Said>();
  private ended = false;

  constructor(path: string, handlers: Handlers) {
    this.path = path;
    this.handlers = handlers;
    this.connect();
    addEventListener("online", this.reconnectNow);
    document.addEventListener("visibilitychange", this.reconnectNow);
  }

  /** Send something once; with an id it is repeated until the server has answered it. */
  send(message: Said): void {
    if (message.id) this.unanswered.set(message.id, message);
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify(message));
    if (message.id || message.type === "ping") this.awaitAnswer(this.socket);
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    this.stopWaiting();
    removeEventListener("online", this.reconnectNow);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    if (this.socket) hangUp(this.socket);
    this.handlers.connection("closed");
  }

  private readonly reconnectNow = (): void => {
    if (document.visibilityState === "visible" && !this.ended && !this.socket) {
      clearTimeout(this.timer);
      this.connect();
    }
  };

  private connect(): void {
    this.handlers.connection(this.tries ? "lost" : "connecting");
    const early = takeEarlySocket(this.path);
    const socket = early?.socket ?? dial(this.path);
    const greeted = socket.readyState === WebSocket.OPEN;
    this.socket = socket;
    this.awaitAnswer(socket);
    socket.onopen = () => {
      socket.send(JSON.stringify(this.handlers.hello()));
      this.resume(socket);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.receive(JSON.parse(event.data) as Heard);
    socket.onclose = () => this.reconnectLater(socket);
    if (greeted) this.resume(socket);
    for (const event of early?.heard ?? []) socket.onmessage(event);
  }

  private resume(socket: WebSocket): void {
    this.tries = 0;
    for (const message of this.unanswered.values()) socket.send(JSON.stringify(message));
    this.handlers.connection("open");
    clearInterval(this.pinger);
    this.pinger = setInterval(() => this.send({ type: "ping" }), PING);
  }

  /** Something is to be heard soon; if nothing is, the line is dead, whatever it says itself. */
  private awaitAnswer(socket: WebSocket): void {
    this.silence ??= setTimeout(() => {
      socket.close();
      this.reconnectLater(socket);
    }, SILENCE);
  }

  private stopWaiting(): void {
    clearTimeout(this.silence);
    this.silence = undefined;
  }

  private receive(message: Heard): void {
    this.stopWaiting();
    if ((message.type === "done" || message.type === "refused") && message.id)
      this.unanswered.delete(message.id);
    if (message.type === "bye" && (message.reason === "closed" || message.reason === "protocol"))
      this.ended = true;
    if (message.type === "probe") this.send({ type: "echo", number: message.number });
    else this.handlers.hear(message);
  }

  private reconnectLater(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    clearInterval(this.pinger);
    this.stopWaiting();
    if (this.ended) return;
    this.handlers.connection("lost");
    if (!this.tries) void reach.check();
    const wait = Math.min(SLOWEST, 250 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6);
    this.timer = setTimeout(() => this.connect(), wait);
  }
}
