// Apple Music by MusicKit on the Web, version 3. The SDK gets one item at a time.
import { Adapter, Fault, hasDRM, loadScript, Monitor, until, wait, within } from "./sdk.js";

const callTime = 10000;
const signInTime = 5 * 60 * 1000;

/** Codes of MusicKit, and their codes in the protocol. */
const codes = {
  AUTHORIZATION_ERROR: "unauthorized", UNAUTHORIZED_ERROR: "unauthorized", TOKEN_EXPIRED: "unauthorized",
  ACCESS_DENIED: "forbidden", SUBSCRIPTION_ERROR: "noSubscription", STREAM_UPSELL: "anotherDevice",
  DEVICE_LIMIT: "anotherDevice", CONTENT_UNAVAILABLE: "notFound", NOT_FOUND: "notFound",
  CONTENT_RESTRICTED: "forbidden", AGE_VERIFICATION: "forbidden", AGE_GATE: "forbidden",
  CONTENT_EQUIVALENT: "notFound", GEO_BLOCK: "forbidden", CONTENT_UNSUPPORTED: "noDRM", MEDIA_KEY: "noDRM",
  MEDIA_LICENSE: "noDRM", MEDIA_SESSION: "noDRM", MEDIA_CERTIFICATE: "noDRM", OUTPUT_RESTRICTED: "noDRM",
  WIDEVINE_CDM_EXPIRED: "noDRM", PLAYREADY_CBC_ENCRYPTION_ERROR: "noDRM", CDM_UPDATE_TIMEOUT: "noDRM",
  USER_INTERACTION_REQUIRED: "needsClick", MEDIA_PLAYBACK: "media", BUFFER_STALLED_ERROR: "media",
  QUOTA_EXCEEDED: "limited", SERVER_ERROR: "failed", SERVICE_UNAVAILABLE: "network", NETWORK_ERROR: "network",
  INVALID_ARGUMENTS: "invalid",
};

/** The vendor's code of an error: `errorCode`, or `name` in versions before 2023. */
const vendorCode = (error) => String(error?.errorCode ?? error?.name ?? "");

export class MusicKitAdapter extends Adapter {
  #music = null;
  #load = null;
  #monitor = null;
  /** Whether the SDK reported that the browser has no DRM. */
  #tellsDRM = false;
  #container;
  #hasBegun = false;
  #duration = 0;
  /** The item as `setQueue` wants it. */
  #wanted = {};
  #isQueued = false;
  #queueing = Promise.resolve();

  constructor(page, container) {
    super("musickit", page);
    this.#container = container;
  }

  async open() {
    if (!await hasDRM()) throw new Fault("noDRM", isSecureContext ? "" : "insecure");
    if (!window.MusicKit) {
      const loaded = new Promise((resolve) => document.addEventListener("musickitloaded", resolve, { once: true }));
      await loadScript(this.config.musickit, loaded);
    }
    const developerToken = await this.token("appleDeveloper");
    if (!developerToken) throw new Fault("unauthorized", "developerToken");
    const options = { developerToken, app: { name: this.config.name }, suppressErrorDialog: true };
    const music = await within(callTime, MusicKit.configure(options));
    if (!music.isAuthorized) {
      const userToken = await this.token("appleUser");
      if (userToken) music.musicUserToken = userToken;
    }
    music.autoplayEnabled = false;
    this.#music = music;
    this.#listen(music);
    if (!music.isAuthorized) this.setState("needsSignIn");
  }

  /** Registers once: the SDK's events carry no load, so they are compared with the item of the load. */
  #listen(music) {
    const states = MusicKit.PlaybackStates;
    const on = (name, body) => music.addEventListener(name, (event) => {
      if (this.#music === music && this.#load && !this.#load.isOver) body(this.#load, event);
    });
    on("playbackStateDidChange", (load, { state, nowPlayingItem }) => {
      if (nowPlayingItem && nowPlayingItem.id !== load.item.id) return;
      switch (state) {
        case states.playing: this.#checkPreview(load); break;
        case states.waiting: case states.stalled: load.buffering(this.position); break;
        case states.paused: load.paused(this.position); break;
        // MusicKit reports one end by up to three states. Before any sound, it is the end of another item.
        case states.ended: case states.completed: if (this.#hasBegun) load.ended(); break;
      }
    });
    on("playbackTimeDidChange", () => this.#monitor?.tick());
    on("mediaCanPlay", (load) => this.#checkPreview(load));
    on("nowPlayingItemDidChange", (load, { item }) => {
      if (item && item.id !== load.item.id && this.#hasBegun) {
        // The SDK went on by itself. Nothing may sound after the end of the item.
        this.#call("stop");
        load.ended();
      }
    });
    on("drmUnsupported", () => { this.#tellsDRM = true; });
    on("mediaPlaybackError", (load, event) => this.#failed(load, event?.error ?? event));
    // Another page of this origin plays.
    on("primaryPlayerDidChange", (load) => load.paused(this.position));
  }

  get position() { return this.#music?.currentPlaybackTime ?? 0; }

  async load(load) {
    this.#load = load;
    this.#hasBegun = false;
    this.#tellsDRM = false;
    this.#isQueued = false;
    const music = this.#music;
    if (!music.isAuthorized) {
      this.setState("needsSignIn");
      return load.fail("needsSignIn");
    }
    try {
      const { id, type } = load.item;
      const key = type === "musicVideo" ? "musicVideo" : "song";
      if (key === "musicVideo") music.videoContainerElement = this.#container;
      this.#wanted = { [key]: id };
      const queue = await this.#queue(load);
      if (load.isOver) return;
      const item = queue?.items?.[0];
      if (!item) return load.fail("notFound");
      if (item.isPlayable === false) return load.fail("notFound", "isPlayable");
      this.setVolume(load.volume, load.isMuted);
      this.#duration = item.attributes?.durationInMillis / 1000;
      this.#isQueued = true;
      // The position is in whole seconds, so it stands for a second between two values.
      this.#monitor = new Monitor(load, () => ({
        position: this.position, isRunning: music.playbackState === MusicKit.PlaybackStates.playing, isAd: false,
      }), 2500);
      if (load.wantsToPlay) return await this.play();
      if (this.#isPreview(item)) return this.#refusePreview(load);
      this.#ready(load);
      load.paused(load.position);
    } catch (error) {
      this.#failed(load, error);
    }
  }

  /** Calls of `setQueue` may not overlap: the last call wins. */
  #queue(load) {
    const options = { ...this.#wanted, startTime: load.position, startPlaying: false };
    const turn = this.#queueing.then(() => (load.isOver ? null : within(callTime, this.#music.setQueue(options))));
    this.#queueing = turn.catch(() => {});
    return turn;
  }

  #ready(load) { load.ready({ duration: this.#duration, hasVideo: "musicVideo" in this.#wanted }); }

  #isPreview(item) { return item?.playbackType === 1; }

  /** A preview plays without an error, for example without a subscription. It must not pass as the track. */
  #checkPreview(load) {
    const item = this.#music.nowPlayingItem;
    if (!item || item.id !== load.item.id) return;
    if (this.#isPreview(item)) return this.#refusePreview(load);
    this.#hasBegun = true;
    if (load.owesPause) this.pause();
    this.#ready(load);
  }

  #refusePreview(load) {
    load.fail(this.#tellsDRM ? "noDRM" : "preview");
    this.stop();
  }

  async play() {
    const load = this.#load;
    if (!this.#isQueued) return; // `load` plays when the item is there
    this.#monitor?.restart();
    try {
      await within(callTime, this.#music.play());
      if (load.isOver) return;
      if (load.owesPause) this.pause();
      // The rate can be set while the media element has its source.
      if (load.rate !== 1) this.#music.playbackRate = load.rate;
    } catch (error) {
      if (!load.isOver) this.#failed(load, error);
    }
  }

  pause() {
    const music = this.#music;
    const { playing, paused, none, stopped } = MusicKit.PlaybackStates;
    if ([paused, none, stopped].includes(music.playbackState)) this.#load.paused(this.position);
    // In other states the SDK drops the call. The load asks again as soon as the position moves.
    else if (music.playbackState === playing) this.#call("pause");
  }

  async seek(seconds) {
    const load = this.#load;
    if (!this.#hasBegun) {
      load.position = seconds;
      load.seeked(seconds);
      if (this.#isQueued && !load.wantsToPlay) await this.#queue(load).catch(() => {});
      return;
    }
    const number = load.seeking;
    try {
      await within(callTime, this.#music.seekToTime(seconds));
    } catch { /* A later seek cancels an earlier one. */ }
    this.#monitor?.restart();
    if (number === load.seeking) load.seeked(this.position);
  }

  setVolume(volume, isMuted) { if (this.#music) this.#music.volume = isMuted ? 0 : volume; }
  setRate(rate) { if (this.#music) this.#music.playbackRate = rate; }

  /** `stop()` works in every state, `pause()` does not. */
  async stop(time) {
    this.#load = null;
    const music = this.#music;
    if (!music) return true;
    const { none, stopped, ended, completed } = MusicKit.PlaybackStates;
    this.#call("stop");
    // The next load may begin before this one looks again.
    return until(() => this.#load !== null || [none, stopped, ended, completed].includes(music.playbackState), time);
  }

  #call(name) { within(callTime, this.#music[name]()).catch(() => {}); }

  #failed(load, error) {
    const vendor = vendorCode(error);
    const code = error instanceof Fault ? error.code : codes[vendor] ?? "failed";
    if (code === "needsClick") return load.needsClick();
    if (code === "unauthorized") {
      // The next load asks for another token.
      this.forget();
      this.setState("failed", code);
    }
    if (code === "noDRM") this.setState("noDRM");
    load.fail(code, vendor, error?.description ?? error?.message);
  }

  // Sign-in.

  /**
   * Lets MusicKit ask the user. Call it in a click, without an `await` before.
   * Resolves to `{ token, storefront }`; rejects with a `Fault`.
   */
  signIn() {
    const music = this.#music;
    const original = window.open;
    let view;
    let isSettled = false;
    // The SDK's promise settles neither if the browser blocks the window nor if the user closes it.
    window.open = (...values) => {
      view = original.apply(window, values);
      return view;
    };
    const watch = (async () => {
      const finish = performance.now() + signInTime;
      await until(() => isSettled || view === null || view?.closed, signInTime);
      if (isSettled) return;
      if (view === null) throw new Fault("blocked");
      if (performance.now() >= finish) throw new Fault("timeout");
      // The answer may come in the same moment as the end of the window.
      await wait(1000);
      throw new Fault("closed");
    })();
    watch.catch(() => {});
    const answer = music.authorize().then((token) => {
      if (!token) throw new Fault("closed");
      this.setState("ready");
      return { token, storefront: music.storefrontId ?? null };
    }, (error) => {
      throw new Fault(vendorCode(error) === "AUTHORIZATION_ERROR" ? "declined" : "failed", vendorCode(error));
    });
    return Promise.race([answer, watch]).finally(() => {
      isSettled = true;
      window.open = original;
    });
  }
}
