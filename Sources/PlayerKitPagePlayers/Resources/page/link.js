// The WebSocket to PlayerKit: greeting, sequence numbers, pings, reconnection.

const protocolVersion = 1;
const firstDelay = 1000;
const longestDelay = 10000;
const checkInterval = 1000;
const tokenTime = 15000;
const largestMessage = 16 * 1024;

const keys = { credential: "playerkit.credential", session: "playerkit.session" };

/** Returns a random id of 32 letters and digits. */
const newID = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Events: "message" (detail: a message from the server), "open" (the server welcomed the page), "forget" (the server is
 * another run), "lost" (detail: the close code). After the last two, everything must fall silent.
 */
export class Link extends EventTarget {
  page = newID();
  #greeting;
  #socket = null;
  #isWelcome = false;
  #sent = 0;
  #received = 0;
  #server = null;
  #grace = 15;
  #heard = 0;
  #checkedAt = performance.now();
  #isDeferred = false;
  #delay = 0;
  #timer = 0;
  #isWaiting = false;
  #waiting = new Map();

  /** @param greeting Returns the fields of `hello` that only the page knows. */
  constructor(greeting) {
    super();
    this.#greeting = greeting;
    const fragment = location.hash.slice(1);
    if (fragment) sessionStorage.setItem(keys.credential, fragment);
    if (fragment) history.replaceState(null, "", location.pathname);
    if (!sessionStorage.getItem(keys.session)) this.renewSession();
    setInterval(() => this.#check(), checkInterval);
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", () => this.#hurry());
    addEventListener("pagehide", () => this.send("goodbye"));
    document.addEventListener("visibilitychange", () => this.#hurry());
    this.connect();
  }

  get isOpen() { return this.#isWelcome; }

  /** Makes this document another page for the server than the one that replaced it. */
  renewSession() { sessionStorage.setItem(keys.session, newID()); }

  connect() {
    clearTimeout(this.#timer);
    this.#isWaiting = false;
    if (this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.#socket = socket;
    this.#sent = 0;
    this.#received = 0;
    this.#heard = performance.now();
    socket.onopen = () => this.#write("hello", 0, {
      protocol: protocolVersion,
      credential: sessionStorage.getItem(keys.credential) ?? "",
      session: sessionStorage.getItem(keys.session),
      server: this.#server,
      ...this.#greeting(),
    });
    socket.onmessage = ({ data }) => { if (this.#socket === socket) this.#receive(data); };
    socket.onclose = ({ code }) => this.#end(socket, code);
  }

  /** Sends a message. Returns its number, or 0 if there is no connection. */
  send(type, fields = {}, load = 0) { return this.#isWelcome ? this.#write(type, load, fields) : 0; }

  /** Sends a question. Resolves to the answer, or to `null` if none comes in time. */
  ask(type, fields = {}, load = 0, time = tokenTime) {
    const number = this.send(type, fields, load);
    if (!number) return Promise.resolve(null);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answer(number, null), time);
      this.#waiting.set(number, { resolve, timer });
    });
  }

  #answer(number, message) {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    clearTimeout(waiting?.timer);
    waiting?.resolve(message);
  }

  #write(type, load, fields) {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return 0;
    const text = JSON.stringify({ type, page: this.page, load, seq: this.#sent + 1, ...fields });
    if (text.length > largestMessage) return 0;
    socket.send(text);
    return ++this.#sent;
  }

  #receive(data) {
    this.#heard = performance.now();
    let message;
    try { message = JSON.parse(data); } catch { return; }
    if (message?.page !== this.page || !(message.seq > this.#received)) return;
    this.#received = message.seq;
    switch (message.type) {
      case "ping": this.send("pong", { re: message.seq }); return;
      case "welcome": this.#welcome(message); return;
      case "token": case "started": this.#answer(message.re, message); return;
    }
    this.#emit("message", message);
  }

  #welcome(message) {
    this.#delay = 0;
    this.#isWelcome = true;
    if (Number.isFinite(message.grace) && message.grace > 0) this.#grace = message.grace;
    // Another run of the server knows nothing of this page, and the page must forget the old run.
    if (this.#server !== null && this.#server !== message.server) this.#emit("forget");
    this.#server = message.server;
    this.#emit("open", message);
    this.#emit("message", { ...message, type: "role" });
  }

  #end(socket, code) {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#isWelcome = false;
    for (const number of [...this.#waiting.keys()]) this.#answer(number, null);
    this.#emit("lost", code);
    switch (code) {
      case 4001: case 4002: case 4003: return; // another attempt would end in the same way
      case 4004: this.#later(longestDelay); return;
      default: this.#later(this.#delay);
    }
  }

  #later(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.connect(), delay);
    this.#delay = Math.min(Math.max(delay * 2, firstDelay), longestDelay);
    this.#isWaiting = true;
  }

  #hurry() {
    if (document.visibilityState === "visible" && this.#isWaiting) this.connect();
  }

  /** A connection can be dead without a close, for example after a sleep of the machine. */
  #check() {
    const now = performance.now();
    const isLate = now - this.#checkedAt > 2 * checkInterval;
    this.#checkedAt = now;
    // A page that stood still has not read the messages that came meanwhile. The next check decides.
    this.#isDeferred = isLate && !this.#isDeferred;
    if (this.#isDeferred) return;
    const socket = this.#socket;
    if (!socket || now - this.#heard < this.#grace * 1000) return;
    socket.close();
    this.#end(socket, 4008);
  }

  #emit(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
