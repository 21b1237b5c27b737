// One load: what the server wants of it, and what may be reported about it.

const pauseGrace = 150;
const positionInterval = 1000;
const drift = 1.2;

const clamp = (seconds) => (Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 8_640_000) : 0);

/**
 * The SDKs' callbacks carry no id. Each callback is bound to the load for which it was made; after the end of a load,
 * or after the next one began, all methods that report have no effect.
 *
 * Events: "change" (what the page shows), "again" (the SDK lost a pause: pause once more).
 */
export class Load extends EventTarget {
  state = "loading";
  position;
  duration = null;
  isSeekable = false;
  hasVideo = false;
  isOver = false;
  failure = null;
  /** Whether playback is wanted, by the server or by the user at the SDK's own controls. */
  wantsToPlay;
  /** Whether a pause was commanded that is not seen yet. */
  owesPause;
  /** The number of the seek that is under way, or 0. */
  seeking = 0;
  #send;
  #isReady = false;
  #byUser = false;
  #pauseTimer = 0;
  #reported = { state: "", position: 0, at: 0, rate: 0 };

  /**
   * @param message The `load` of the server.
   * @param send Sends a report: its type and fields.
   */
  constructor(message, send) {
    super();
    this.id = message.load;
    this.kind = message.kind;
    this.item = message.item ?? {};
    this.title = String(message.title ?? "");
    this.artist = String(message.artist ?? "");
    this.artwork = /^https:\/\//.test(message.artwork ?? "") ? message.artwork : "";
    this.position = clamp(message.position);
    this.volume = Number.isFinite(message.volume) ? Math.min(Math.max(message.volume, 0), 1) : 1;
    this.isMuted = Boolean(message.muted);
    this.rate = Number.isFinite(message.rate) && message.rate > 0 ? message.rate : 1;
    this.wantsToPlay = Boolean(message.playing);
    this.owesPause = !this.wantsToPlay;
    this.#send = send;
  }

  get isReady() { return this.#isReady; }

  // What is wanted.

  /** Notes that playback is wanted. `byUser`: the user pressed a button in the page. */
  want(plays, byUser = false) {
    this.wantsToPlay = plays;
    this.owesPause = !plays;
    this.#byUser = byUser;
    clearTimeout(this.#pauseTimer);
  }

  // Reports.

  ready({ duration = null, isSeekable = true, hasVideo = false }) {
    if (this.isOver || this.#isReady) return;
    this.#isReady = true;
    this.duration = Number.isFinite(duration) && duration > 0 ? duration : null;
    this.isSeekable = isSeekable;
    this.hasVideo = hasVideo;
    this.#send("ready", { position: this.position, duration: this.duration, seekable: isSeekable, video: hasVideo });
    this.#changed();
  }

  foundDuration(duration) {
    if (this.isOver || !Number.isFinite(duration) || duration <= 0) return;
    if (this.duration !== null && Math.abs(this.duration - duration) < 0.05) return;
    this.duration = duration;
    if (this.#isReady) this.#send("duration", { duration });
    this.#changed();
  }

  /** The position moves. */
  moving(position, rate = this.rate) {
    if (this.isOver) return;
    clearTimeout(this.#pauseTimer);
    if (this.owesPause) {
      this.dispatchEvent(new Event("again"));
      return;
    }
    const by = this.wantsToPlay && !this.#byUser ? "command" : "user";
    this.wantsToPlay = true;
    this.#byUser = false;
    this.#report("playing", position, rate, by);
  }

  /** The SDK paused. `end` of a track looks like a pause at first, so an unexpected pause is reported a little later. */
  paused(position) {
    if (this.isOver) return;
    this.owesPause = false;
    clearTimeout(this.#pauseTimer);
    if (!this.wantsToPlay) {
      this.#report("paused", position, 0, this.#byUser ? "user" : "command");
      this.#byUser = false;
      return;
    }
    if (this.state === "paused" || this.state === "loading") return;
    this.#pauseTimer = setTimeout(() => {
      if (this.isOver || !this.wantsToPlay) return;
      this.wantsToPlay = false;
      this.#report("paused", position, 0, document.hidden ? "hidden" : "user");
    }, pauseGrace);
  }

  buffering(position) { if (this.wantsToPlay) this.#report("buffering", position, 0, "command"); }
  advertising(position) { if (this.wantsToPlay) this.#report("ad", position, 0, "command"); }
  needsClick() { if (this.wantsToPlay) this.#report("needsClick", this.position, 0, "command"); }

  seeked(position) {
    if (this.isOver || !this.seeking) return;
    const re = this.seeking;
    this.seeking = 0;
    this.#anchor(position, this.#reported.rate);
    this.#send("seeked", { re, position: clamp(position) });
  }

  /** Somebody used the SDK's own controls. */
  user(action, fields = {}) {
    if (this.isOver) return;
    if (action === "seek") this.#anchor(fields.position, this.#reported.rate);
    this.#send("user", { action, ...fields });
  }

  ended() { if (this.#finish("ended")) this.#send("ended"); }

  fail(code, vendor = "", detail = "") {
    if (!this.#finish("failed")) return;
    this.failure = code;
    this.#send("failed", { code, vendor: String(vendor).slice(0, 64), detail: hidden(detail) });
    this.#changed();
  }

  takenOver(fields = {}) {
    if (!this.#finish("failed")) return;
    this.failure = "takenOver";
    this.#send("takenOver", fields);
    this.#changed();
  }

  /** Ends the load without a report: the server stopped it, or the next one begins. */
  end() { this.#finish("stopped"); }

  #finish(state) {
    if (this.isOver) return false;
    this.isOver = true;
    this.state = state;
    clearTimeout(this.#pauseTimer);
    this.#changed();
    this.dispatchEvent(new Event("over"));
    return true;
  }

  #report(state, position, rate, by) {
    if (this.isOver) return;
    position = clamp(position);
    const now = performance.now();
    const last = this.#reported;
    if (last.state === state) {
      const expected = last.position + last.rate * (now - last.at) / 1000;
      this.position = position;
      if (Math.abs(position - expected) < drift && rate === last.rate) return;
      if (now - last.at < positionInterval) return;
      this.#send("position", { position, rate });
    } else {
      this.#send("state", { state, position, rate, by });
    }
    this.state = state;
    this.#anchor(position, rate);
    this.#reported.state = state;
    this.#changed();
  }

  #anchor(position, rate) {
    this.position = clamp(position);
    Object.assign(this.#reported, { position: this.position, at: performance.now(), rate });
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}

/** A text of an SDK without anything that may be a token or a query. */
function hidden(text) {
  return String(text ?? "").replace(/[?#][^\s]*/g, "").replace(/[A-Za-z0-9_+/=-]{40,}(\.[A-Za-z0-9_-]+)*/g, "…").slice(0, 300);
}
