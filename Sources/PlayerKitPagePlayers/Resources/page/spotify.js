// Spotify's Web Playback SDK: this page is a device. PlayerKit starts tracks by the Web API.
import { Adapter, Fault, hasDRM, loadScript, Monitor, until, wait, within } from "./sdk.js";

const connectTime = 12000;
const pollInterval = 1000;
const startTime = 15000;
const askTime = 5000;
const endMargin = 1.5;

export class SpotifyAdapter extends Adapter {
  #player = null;
  #device = null;
  #load = null;
  #monitor = null;
  #begun = null;
  #state = { position: 0, at: 0, isRunning: false, isLoading: false };
  #isSignedOut = false;
  #isStarting = false;
  /** Whether a state of the SDK named the track of the load. */
  #hasMatched = false;
  #volume = 1;
  #ready = null;
  #fault = null;

  constructor(page) { super("spotify", page); }

  async open() {
    if (!await hasDRM()) throw new Fault("noDRM", isSecureContext ? "" : "insecure");
    if (!window.Spotify) {
      // The script calls it as soon as it has run, and throws without it.
      const loaded = new Promise((resolve) => { window.onSpotifyWebPlaybackSDKReady = resolve; });
      await loadScript(this.config.spotify, loaded);
    }
    await this.#connect();
  }

  async #connect() {
    this.#isSignedOut = false;
    const player = new Spotify.Player({
      name: this.config.name, volume: this.#volume,
      getOAuthToken: async (give) => {
        const token = await this.token("spotify");
        if (token) return give(token);
        if (this.#isSignedOut || this.#player !== player) return;
        this.#isSignedOut = true;
        this.#broken(new Fault("needsSignIn"));
      },
    });
    this.#player = player;
    this.#device = null;
    const connected = new Promise((resolve, reject) => {
      this.#ready = resolve;
      this.#fault = reject;
    });
    connected.catch(() => {});
    const on = (name, body) => player.addListener(name, (event) => { if (this.#player === player) body(event); });
    on("ready", ({ device_id: device }) => {
      this.#device = device;
      this.#ready();
    });
    on("not_ready", () => { this.#device = null; });
    on("initialization_error", ({ message }) => this.#broken(new Fault("noDRM", "initialization_error", message)));
    on("authentication_error", ({ message }) => this.#broken(new Fault("unauthorized", "authentication_error", message)));
    on("account_error", ({ message }) => this.#broken(new Fault("noSubscription", "account_error", message)));
    on("playback_error", ({ message }) => this.#load?.fail("media", "playback_error", message));
    on("autoplay_failed", () => this.#load?.needsClick());
    on("player_state_changed", (state) => this.#changed(state));
    // `connect()` can hang, and `true` does not mean ready yet.
    const isConnected = await within(connectTime, Promise.race([player.connect(), connected.then(() => true)]), "blocked");
    if (!isConnected) await within(100, connected, "failed");
    await within(connectTime, connected);
  }

  #broken(fault) {
    this.#fault?.(fault);
    this.forget();
    this.setState({ noDRM: "noDRM", needsSignIn: "needsSignIn" }[fault.code] ?? "failed", fault.code);
    this.#load?.fail(fault.code, fault.vendor, fault.detail);
  }

  get position() {
    const { position, at, isRunning } = this.#state;
    return isRunning ? position + (performance.now() - at) / 1000 : position;
  }

  async load(load) {
    this.#load = load;
    this.#begun = null;
    this.#hasMatched = false;
    this.#state = { position: load.position, at: performance.now(), isRunning: false, isLoading: true };
    this.setVolume(load.volume, load.isMuted);
    load.ready({ duration: load.item.duration });
    if (load.wantsToPlay) return this.play();
    load.paused(load.position);
  }

  async play() {
    const load = this.#load;
    this.#monitor?.restart();
    if (this.#begun === load) return void this.#player.resume();
    if (this.#isStarting) return;
    this.#isStarting = true;
    try {
      await this.#start(load);
    } finally {
      this.#isStarting = false;
    }
  }

  /** Has the server start the track here. A device that went stale unnoticed is made again once. */
  async #start(load) {
    load.buffering(load.position);
    for (const isLast of [false, true]) {
      if (!this.#device) await within(connectTime, this.#connect()).catch((error) => load.fail(error.code ?? "failed"));
      if (load.isOver || !load.wantsToPlay) return;
      const answer = await this.ask("start", { device: this.#device, position: load.position }, load.id, startTime);
      if (load.isOver) return;
      if (answer?.ok) {
        this.#begun = load;
        this.#begin(load);
        return;
      }
      if (isLast) return load.fail(answer?.code ?? "timeout", "start");
      await this.#disconnect();
      await wait(1000);
    }
  }

  #begin(load) {
    this.#monitor = new Monitor(load, () => ({
      position: this.position, isRunning: this.#state.isRunning && !this.#state.isLoading, isAd: false,
    }));
    // Null, or a position beyond the end: another device took over. Only sometimes there is an event.
    let missed = 0;
    const timer = setInterval(async () => {
      const state = await within(pollInterval, this.#player.getCurrentState()).catch(() => undefined);
      if (load.isOver) return;
      if (state) this.#changed(state, true);
      missed = state === null && this.#hasMatched ? missed + 1 : 0;
      if (missed === 2) load.takenOver();
    }, pollInterval);
    load.addEventListener("over", () => clearInterval(timer));
  }

  #changed(state, isPolled = false) {
    const load = this.#load;
    if (!load || load.isOver || this.#begun !== load) {
      if (!load && state && !state.paused) this.#player.pause();
      return;
    }
    if (!state) {
      if (this.#hasMatched && !isPolled) load.takenOver();
      return;
    }
    const { current_track: track, previous_tracks: previous } = state.track_window;
    // Another recording can stand in for the track: `linked_from` is the track that was wanted.
    const isOurs = (one) => one?.uri === load.item.uri || one?.linked_from?.uri === load.item.uri;
    if (!isOurs(track)) return this.#left(load, track);
    const position = state.position / 1000;
    const duration = state.duration / 1000;
    const last = this.#state;
    const isNearEnd = last.position > duration - endMargin || this.position > duration - endMargin;
    const isOverAtZero = position === 0 && isNearEnd && (state.paused || previous.some(isOurs) || state.loading);
    const isOverBeforeEnd = state.paused && position > duration - 0.5 && state.disallows?.resuming;
    if (this.#hasMatched && (isOverAtZero || isOverBeforeEnd)) return this.#end(load);
    // The first event of the end: the track at 0, and not paused yet.
    if (this.#hasMatched && position === 0 && isNearEnd) return;
    if (position > duration + 3) return load.takenOver();
    this.#hasMatched = true;
    this.#state = { position, at: performance.now(), isRunning: !state.paused, isLoading: state.loading };
    if (state.paused) load.paused(position);
    else if (state.loading) load.buffering(position);
    else if (load.owesPause) this.#player.pause();
    this.#monitor?.tick();
  }

  /** Another track plays: Spotify continued after the end, or the user chose it on another device. */
  #left(load, track) {
    if (!this.#hasMatched) return;
    if (this.position > (load.duration ?? Infinity) - endMargin) return this.#end(load);
    this.#player.pause();
    load.takenOver({ title: String(track?.name ?? ""), artist: String(track?.artists?.[0]?.name ?? ""), id: String(track?.uri ?? "") });
  }

  #end(load) {
    this.#player.pause();
    load.ended();
  }

  pause() {
    if (this.#begun !== this.#load || !this.#state.isRunning) this.#load.paused(this.position);
    if (this.#begun === this.#load) this.#player.pause();
  }

  async seek(seconds) {
    const load = this.#load;
    if (this.#begun !== load) {
      load.position = seconds;
      this.#state.position = seconds;
      return load.seeked(seconds);
    }
    const number = load.seeking;
    await this.#player.seek(Math.round(seconds * 1000));
    // A seek to the place where it is has no event, and the promise resolves at once.
    await until(async () => {
      const state = await within(500, this.#player.getCurrentState()).catch(() => null);
      return load.isOver || state && Math.abs(state.position / 1000 - seconds) < 2;
    }, 3000);
    if (number !== load.seeking) return;
    this.#state.position = seconds;
    this.#state.at = performance.now();
    this.#monitor?.restart();
    load.seeked(seconds);
  }

  setVolume(volume, isMuted) {
    this.#volume = isMuted ? 0 : volume;
    this.#player?.setVolume(this.#volume);
  }

  /** Its promise resolves when the message is sent, so the state is asked. The answer can come late. */
  async stop(time) {
    const player = this.#player;
    this.#load = null;
    this.#begun = null;
    this.#hasMatched = false;
    if (!player) return true;
    player.pause();
    let isSilent = false;
    let isAsking = false;
    const ask = async () => {
      isAsking = true;
      const state = await within(askTime, player.getCurrentState()).catch(() => undefined);
      isSilent ||= state === null || Boolean(state?.paused);
      isAsking = false;
    };
    return until(() => {
      if (!isAsking) ask();
      // The next load may begin before this one looks again.
      return this.#load !== null || isSilent;
    }, time);
  }

  async #disconnect() {
    const player = this.#player;
    this.#player = null;
    this.#device = null;
    // `disconnect()` can hang if the device is stale.
    await within(1000, Promise.all([player?.pause(), player?.disconnect()])).catch(() => {});
  }

  bless() { this.#player?.activateElement(); }
}
