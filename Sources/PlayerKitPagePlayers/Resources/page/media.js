// Audio and video that the browser plays by itself.
import { Adapter, Monitor } from "./sdk.js";

const errors = { 1: "media", 2: "network", 3: "media", 4: "unsupported" };

export class MediaAdapter extends Adapter {
  #element;
  #load = null;
  #monitor = null;
  /** Whether the seek to the first position is not done yet. */
  #isStarting = false;
  #set = { volume: 1, isMuted: false };

  /** @param element A video element of the page. It plays audio, too. */
  constructor(page, element) {
    super("html", page);
    this.#element = element;
    const on = (name, body) => element.addEventListener(name, () => { if (this.#load && !this.#load.isOver) body(this.#load); });
    on("loadedmetadata", (load) => this.#loaded(load));
    on("durationchange", (load) => load.foundDuration(element.duration));
    on("timeupdate", () => this.#monitor?.tick());
    on("waiting", (load) => load.buffering(element.currentTime));
    on("pause", (load) => { if (!element.ended) load.paused(element.currentTime); });
    on("seeking", (load) => {
      if (!load.seeking && load.isReady && !this.#isStarting) load.user("seek", { position: element.currentTime });
    });
    on("seeked", (load) => {
      this.#isStarting = false;
      load.seeked(element.currentTime);
      this.#monitor?.restart();
    });
    on("volumechange", (load) => this.#volumeChanged(load));
    on("ended", (load) => {
      // A stream without an end that ends broke off.
      if (element.duration === Infinity) load.fail("network", "ended", "The stream ended.");
      else load.ended();
    });
    on("error", (load) => {
      const { code = 0, message = "" } = element.error ?? {};
      load.fail(errors[code] ?? "media", code, message);
    });
  }

  get position() { return this.#element.currentTime; }

  async load(load) {
    const { url } = load.item;
    if (!/^https?:\/\//.test(url ?? "")) return load.fail("invalid");
    const element = this.#element;
    this.#load = load;
    this.#isStarting = load.position > 0;
    element.controls = true;
    element.src = url;
    // Before the metadata is there, this is the position where playback starts.
    element.currentTime = load.position;
    this.setVolume(load.volume, load.isMuted);
    element.defaultPlaybackRate = element.playbackRate = Math.min(Math.max(load.rate, 0.0625), 16);
    this.#monitor = new Monitor(load, () => ({
      position: element.currentTime, isRunning: !element.paused && !element.ended, isAd: false,
    }));
    if (load.wantsToPlay) this.play();
  }

  #loaded(load) {
    const element = this.#element;
    if (!Number.isFinite(element.duration)) this.#isStarting = false;
    load.ready({
      duration: element.duration, isSeekable: Number.isFinite(element.duration), hasVideo: element.videoWidth > 0,
    });
    if (!load.wantsToPlay) load.paused(load.position);
  }

  async play() {
    const load = this.#load;
    this.#monitor?.restart();
    try {
      await this.#element.play();
    } catch (error) {
      if (load !== this.#load || load.isOver) return;
      if (error.name === "NotAllowedError") load.needsClick();
      else if (error.name === "NotSupportedError") load.fail("unsupported", error.name, error.message);
      // AbortError: a pause or another source came first.
    }
  }

  pause() {
    const element = this.#element;
    if (element.paused) this.#load?.paused(element.currentTime);
    element.pause();
  }

  seek(seconds) {
    const element = this.#element;
    const load = this.#load;
    if (!load.isReady) {
      load.position = seconds;
      return load.seeked(seconds);
    }
    element.currentTime = Number.isFinite(element.duration) ? Math.min(seconds, element.duration) : seconds;
  }

  setVolume(volume, isMuted) {
    this.#set = { volume, isMuted };
    Object.assign(this.#element, { volume, muted: isMuted });
  }

  #volumeChanged(load) {
    const { volume, muted } = this.#element;
    if (Math.abs(volume - this.#set.volume) > 0.001) load.user("volume", { volume });
    if (muted !== this.#set.isMuted) load.user("mute", { muted });
    this.#set = { volume, isMuted: muted };
  }

  setRate(rate) { this.#element.playbackRate = Math.min(Math.max(rate, 0.0625), 16); }

  async stop() {
    this.#load = null;
    const element = this.#element;
    element.pause();
    element.removeAttribute("src");
    element.load();
    element.controls = false;
    return element.paused;
  }
}
