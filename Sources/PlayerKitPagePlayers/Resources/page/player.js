// The one load of this page, and the adapter that plays it. It carries out what the server commands.
import { Load } from "./load.js";
import { within } from "./sdk.js";

// The server waits 1.5 s for the answer to `stop`. Nothing waits for the silence before another item.
const silenceTime = 1200;
const changeTime = 4000;

/** Events: "change" (the load, its state, or an adapter changed). */
export class Player extends EventTarget {
  load = null;
  #adapter = null;
  #adapters = new Map();
  #used = new Set();
  #pausedByHiding = false;

  constructor(link, config) {
    super();
    this.link = link;
    this.config = config;
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    for (const [action, name] of [["nexttrack", "next"], ["previoustrack", "previous"]]) {
      try { navigator.mediaSession?.setActionHandler(action, () => this.load?.user(name)); } catch { /* not in this browser */ }
    }
  }

  add(adapter) { if (this.config.kinds.includes(adapter.kind)) this.#adapters.set(adapter.kind, adapter); }
  adapter(kind) { return this.#adapters.get(kind); }

  /** The states of the adapters, as reported to the server. */
  get states() {
    return [...this.#adapters.values()].map(({ kind, state, code }) => ({ kind, state, ...(code && { code }) }));
  }

  adapterChanged() {
    this.link.send("adapters", { adapters: this.states });
    this.#changed();
  }

  // Commands of the server.

  handle(message) {
    switch (message.type) {
      case "load": this.#begin(message); return;
      case "stop": this.#stop(message); return;
      case "measure": case "play": case "pause": case "seek": case "volume": case "rate": break;
      default: return;
    }
    const { load } = this;
    if (!load || load.isOver || load.id !== message.load) {
      return void this.#done(message, false, "invalid");
    }
    if (message.type === "measure") {
      const isRunning = load.state === "playing";
      this.link.send("position", { re: message.seq, position: this.position, rate: isRunning ? load.rate : 0 }, load.id);
      return;
    }
    this.#done(message, true);
    this.#command(load, message);
  }

  #command(load, message) {
    const adapter = load.isOpen ? this.#adapter : null;
    switch (message.type) {
      case "play":
        load.want(true);
        if (adapter) adapter.play(); else load.buffering(load.position);
        return;
      case "pause":
        load.want(false);
        if (adapter) adapter.pause(); else load.paused(load.position);
        return;
      case "seek": {
        const seconds = Number.isFinite(message.position) ? Math.max(message.position, 0) : 0;
        load.seeking = message.seq;
        if (adapter) return void adapter.seek(seconds);
        load.position = seconds;
        return load.seeked(seconds);
      }
      case "volume":
        load.volume = Math.min(Math.max(Number(message.volume) || 0, 0), 1);
        load.isMuted = Boolean(message.muted);
        return adapter?.setVolume(load.volume, load.isMuted);
      case "rate":
        load.rate = Number(message.rate) > 0 ? Number(message.rate) : 1;
        return adapter?.setRate(load.rate);
    }
  }

  #done(message, ok, code) { this.link.send("done", { re: message.seq, ok, ...(code && { code }) }, message.load); }

  get position() {
    const { load } = this;
    if (!load) return 0;
    return load.isOpen && load.isReady && !load.isOver ? this.#adapter.position : load.position;
  }

  // Loads.

  async #begin(message) {
    this.load?.end();
    const load = new Load(message, (type, fields) => this.link.send(type, fields, load.id));
    this.load = load;
    this.#pausedByHiding = false;
    load.addEventListener("change", () => this.#changed());
    load.addEventListener("again", () => this.#adapter.pause());
    // What failed can sound on, for example if a token is refused in mid-track.
    load.addEventListener("over", () => { if (load.state === "failed" && load.isOpen) this.#adapter.stop(); });
    const adapter = this.adapter(load.kind);
    this.#done(message, Boolean(adapter), adapter ? undefined : "unsupported");
    this.#changed();
    await this.#silence(changeTime);
    if (load.isOver || !adapter) return;
    this.#adapter = adapter;
    this.#used.add(adapter);
    try {
      await adapter.prepare();
      if (load.isOver) return;
      load.isOpen = true;
      await adapter.load(load);
    } catch (error) {
      load.fail(error.code ?? "failed", error.vendor ?? error.name, error.detail ?? error.message);
    }
  }

  async #stop(message) {
    this.load?.end();
    await this.#silence();
    this.link.send("silent", { re: message.seq }, message.load);
  }

  /** Ends the load and all sound, for example if the connection is lost. */
  async forget() {
    this.load?.end();
    this.load = null;
    this.#changed();
    await this.#silence();
  }

  /** Silences all adapters. A page that can't be silenced is loaded again: nothing sounds then. */
  async #silence(time = silenceTime) {
    const results = await Promise.all([...this.#used].map((adapter) =>
      within(time, adapter.stop(time - 200)).catch(() => false)));
    if (!results.every(Boolean)) {
      location.reload();
      await new Promise(() => {});
    }
  }

  // The user.

  /** A click in the page: SDKs may play from now on, and a load that waits for it plays. */
  click() {
    for (const adapter of this.#used) adapter.bless();
    const { load } = this;
    if (load?.state !== "needsClick") return;
    load.buffering(load.position);
    this.#adapter.play();
  }

  toggle() {
    const { load } = this;
    if (!load || load.isOver || !load.isOpen) return;
    const plays = !load.wantsToPlay;
    load.want(plays, true);
    if (plays) this.#adapter.play(); else this.#adapter.pause();
  }

  /** YouTube must not play in a hidden page. */
  #visibilityChanged() {
    const { load } = this;
    if (load?.kind !== "youtube" || load.isOver || !load.isOpen) return;
    if (document.hidden && load.wantsToPlay) {
      this.#pausedByHiding = true;
      this.#adapter.pause();
    } else if (!document.hidden && this.#pausedByHiding) {
      this.#pausedByHiding = false;
      if (load.state !== "paused") return;
      load.want(true, true);
      this.#adapter.play();
    }
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
