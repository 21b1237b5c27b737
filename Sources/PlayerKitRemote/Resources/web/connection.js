// The WebSocket: keeps it open, numbers wishes, brings their answers back.
import { failureText } from "./dom.js";
import { t } from "./messages.js";

const firstDelay = 500;
const longestDelay = 15000;
const pingInterval = 25000;
const answerTime = 10000;

/**
 * Events: "message" (detail: a message of the server that answers no wish), "part" (detail: a part of an
 * answer), "open", "lost", "token" (the server wants one).
 */
export class Connection extends EventTarget {
  #socket = null;
  #number = 0;
  #waiting = new Map();
  #delay = firstDelay;
  #timer = 0;
  #ping = 0;
  #isAsking = false;
  #hasBegun = false;

  constructor() {
    super();
    addEventListener("online", () => this.hurry());
    addEventListener("pageshow", () => this.hurry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.isOpen) this.#checkAlive(); else this.hurry();
    });
  }

  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN && !this.#socket.isGivenUp; }

  /** Connects, and does so again whenever the connection is lost. */
  async connect() {
    this.#hasBegun = true;
    clearTimeout(this.#timer);
    if (this.#socket || this.#isAsking) return;
    this.#isAsking = true;
    let status = 0;
    try {
      status = (await fetch("/session", { cache: "no-store", signal: AbortSignal.timeout(answerTime) })).status;
    } catch { /* The server is away. */ }
    this.#isAsking = false;
    if (status === 401) return this.#emit("token");
    if (status !== 204) return this.#later();
    this.#open();
  }

  /** Connects now, where it waits to do so. */
  hurry() {
    this.#delay = firstDelay;
    if (this.#hasBegun && !this.#socket) this.connect();
  }

  /** Exchanges the token for a cookie; resolves to whether it is the right one. */
  async signIn(token) {
    try {
      return (await fetch("/session", { method: "POST", body: token })).status === 204;
    } catch {
      return false;
    }
  }

  /** Sends a wish; resolves to the answer, rejects with an Error that has a text for people. */
  send(wish) {
    if (!this.isOpen) return Promise.reject(new Error(t("noConnection")));
    const id = ++this.#number;
    this.#socket.send(JSON.stringify({ id, ...wish }));
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    answer.number = id;
    return answer;
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = firstDelay;
      this.#ping = setInterval(() => this.#checkAlive(), pingInterval);
      this.#emit("open");
    };
    socket.onmessage = (event) => {
      if (!socket.isGivenUp) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => this.#lost(socket);
  }

  #receive(message) {
    const waiting = this.#waiting.get(message.id);
    if (message.type === "found") return this.#emit("part", message);
    if (!waiting) return this.#emit("message", message);
    this.#waiting.delete(message.id);
    if (message.type === "failed") waiting.reject(new Error(failureText(message))); else waiting.resolve(message);
  }

  #lost(socket) {
    if (this.#socket !== socket) return;
    socket.isGivenUp = true;
    this.#socket = null;
    clearInterval(this.#ping);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(t("connectionLost")));
    this.#emit("lost");
    this.#later();
  }

  /** Waits longer after each failure, and not exactly as long as all the others. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), this.#delay * (0.75 + Math.random() / 2));
    this.#delay = Math.min(this.#delay * 2, longestDelay);
  }

  /** A connection may be dead without anybody saying so, as after a sleep. */
  #checkAlive() {
    if (!this.isOpen || document.visibilityState !== "visible") return;
    const socket = this.#socket;
    const timer = setTimeout(() => {
      socket.close();
      this.#lost(socket);
      this.hurry();
    }, answerTime);
    this.send({ do: "ping" }).catch(() => {}).finally(() => clearTimeout(timer));
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
