// What all adapters share: the loading of scripts, deadlines, and the watch over a position.

const scriptTime = 10000;
const interval = 250;
const clickTime = 2500;
const step = 100;
const longestStep = 200;

/** A failure with a code of the protocol. */
export class Fault extends Error {
  constructor(code, vendor = "", detail = "") {
    super(detail || vendor || code);
    Object.assign(this, { code, vendor, detail });
  }
}

export const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * A time in which the page runs. On a busy machine, a page stands still for a while and hears no SDK. That counts for
 * a short time only. Timers of a hidden page are late by design, so their time counts.
 */
class RunningTime {
  #rest;
  #last = performance.now();

  constructor(time) { this.#rest = time; }

  /** Waits, at most for the rest of the time. Resolves to whether the time is over. */
  async passes(time) {
    await wait(Math.min(time, this.#rest));
    const now = performance.now();
    this.#rest -= document.hidden ? now - this.#last : Math.min(now - this.#last, longestStep);
    this.#last = now;
    return this.#rest <= 0;
  }
}

/** Settles like the promise, or rejects after a time: no promise of an SDK is trusted to settle. */
export function within(time, promise, code = "timeout") {
  return new Promise((resolve, reject) => {
    let isSettled = false;
    Promise.resolve(promise).then(resolve, reject).finally(() => { isSettled = true; });
    const running = new RunningTime(time);
    (async () => {
      while (!isSettled) {
        if (await running.passes(step)) return reject(new Fault(code, "", "The SDK did not answer."));
      }
    })();
  });
}

/** Polls until a condition holds. Resolves to whether it came true in time. */
export async function until(condition, time) {
  const running = new RunningTime(time);
  while (!await condition()) {
    if (await running.passes(40)) return Boolean(await condition());
  }
  return true;
}

/**
 * Adds the script of an SDK, and waits for a promise that the SDK settles.
 * Rejects with "blocked" if the script, its further scripts, or its frames can't be loaded.
 */
export async function loadScript(address, loaded, time = scriptTime) {
  const script = document.createElement("script");
  const failed = new Promise((_, reject) => {
    script.onerror = () => reject(new Fault("blocked", "script", "The script can't be loaded."));
  });
  const origin = new URL(address).origin;
  let stop = () => {};
  const violated = new Promise((_, reject) => {
    const listener = ({ blockedURI, effectiveDirective }) => {
      if (!blockedURI.startsWith(origin)) return;
      reject(new Fault("blocked", effectiveDirective, "The policy of the page blocks the SDK."));
    };
    document.addEventListener("securitypolicyviolation", listener);
    stop = () => document.removeEventListener("securitypolicyviolation", listener);
  });
  script.src = address;
  script.async = true;
  document.head.append(script);
  try {
    await within(time, Promise.race([loaded, failed, violated]), "blocked");
  } catch (error) {
    script.remove();
    throw error;
  } finally {
    stop();
  }
}

/** Whether the browser can decrypt a service's media. */
export async function hasDRM() {
  if (!navigator.requestMediaKeySystemAccess) return false;
  const audio = [{ contentType: 'audio/mp4;codecs="mp4a.40.2"' }];
  const options = [{ initDataTypes: ["cenc", "keyids"], audioCapabilities: audio }];
  for (const system of ["com.widevine.alpha", "com.apple.fps", "com.microsoft.playready"]) {
    try {
      await navigator.requestMediaKeySystemAccess(system, options);
      return true;
    } catch { /* The browser does not have this one. */ }
  }
  return false;
}

/** The interface of an adapter. The page has one of each kind. */
export class Adapter {
  /** The state that the server is told. */
  state = "idle";
  code = "";
  #page;
  #preparing = null;

  /** @param page The page: `config`, `link`, `adapterChanged()`. */
  constructor(kind, page) {
    this.kind = kind;
    this.#page = page;
  }

  get config() { return this.#page.config; }

  setState(state, code = "") {
    if (this.state === state && this.code === code) return;
    Object.assign(this, { state, code });
    this.#page.adapterChanged();
  }

  /** Asks the server. Resolves to `null` if it does not answer. */
  ask(type, fields, load, time) { return this.#page.link.ask(type, fields, load, time); }

  /** Resolves to a token, or to `null`. */
  async token(kind) { return (await this.ask("token", { kind }))?.value ?? null; }

  /** Loads the SDK if it is not loaded. Rejects with a `Fault`; the next call tries again. */
  prepare() {
    this.#preparing ??= this.#prepare();
    return this.#preparing;
  }

  async #prepare() {
    this.setState("loading");
    try {
      await this.open();
      if (this.state === "loading") this.setState("ready");
    } catch (error) {
      this.#preparing = null;
      const isState = ["blocked", "noDRM", "needsSignIn"].includes(error.code);
      const state = error.vendor === "insecure" ? "insecure" : isState ? error.code : "failed";
      this.setState(state, error.code ?? "failed");
      throw error;
    }
  }

  /** Makes the next `prepare()` begin again. */
  forget() { this.#preparing = null; }

  // To be overridden.

  /** Loads the SDK. */
  async open() {}
  /** Loads an item and plays it if the load wants that. Returns early if `load.isOver`. */
  async load(_load) {}
  play() {}
  pause() {}
  seek(_seconds) {}
  setVolume(_volume, _isMuted) {}
  setRate(_rate) {}
  /** The position in seconds. */
  get position() { return 0; }
  /** Silences everything in each state. Resolves to whether it is silent after a time at most. */
  async stop(_time) { return true; }
  /** Called in a click, so that the SDK may play later. */
  bless() {}
}

/**
 * Watches the position of a load, since the word "playing" of an SDK proves nothing.
 * It reports playing when the position moves, buffering or an advertisement when it stands, and that a click is needed
 * if nothing moves in a page that was never clicked.
 */
export class Monitor {
  #timer;
  #last = null;
  #movedAt = performance.now();
  #wasRunning = false;

  /**
   * @param read Returns `{ position, isRunning, isAd }`: what the SDK says.
   * @param patience The time in ms after which a position that stands is buffering.
   */
  constructor(load, read, patience = 1000) {
    Object.assign(this, { load, read, patience });
    this.#timer = setInterval(() => this.tick(), interval);
    load.addEventListener("over", () => clearInterval(this.#timer));
  }

  tick() {
    const { load } = this;
    if (load.isOver) return;
    const { position, isRunning, isAd } = this.read();
    const now = performance.now();
    const hasMoved = this.#last !== null && position > this.#last && position - this.#last < 5;
    this.#last = position;
    if (isRunning !== this.#wasRunning) this.#movedAt = now;
    this.#wasRunning = isRunning;
    if (!isRunning && !load.wantsToPlay) return;
    if (isRunning && hasMoved && !load.seeking) {
      this.#movedAt = now;
      load.moving(position);
      return;
    }
    const stood = now - this.#movedAt;
    if (!load.wantsToPlay || stood < this.patience || load.state === "needsClick" || load.seeking) return;
    if (isRunning && isAd) load.advertising(position);
    else if (isRunning) load.buffering(position);
    else if (stood > clickTime && !navigator.userActivation?.hasBeenActive) load.needsClick();
  }

  /** Begins to count again, after a command. */
  restart() {
    this.#movedAt = performance.now();
    this.#last = null;
  }
}
