// YouTube's IFrame player. It is visible whenever it plays, and nothing covers it.
import { Adapter, loadScript, Monitor, until, within } from "./sdk.js";

const readyTime = 10000;
const states = { unstarted: -1, ended: 0, playing: 1, paused: 2, buffering: 3, cued: 5 };
const errors = { 2: "invalid", 5: "unsupported", 100: "notFound", 101: "forbidden", 150: "forbidden", 153: "failed", 152: "failed" };

export class YouTubeAdapter extends Adapter {
  #stage;
  #player = null;
  #load = null;
  #monitor = null;
  #state = states.unstarted;
  #hasBegun = false;
  #commandedAt = 0;
  #lastPosition = 0;
  #set = { volume: 100, isMuted: false };

  /** @param stage The element for the frame. It must not be moved: that would load the frame again. */
  constructor(page, stage) {
    super("youtube", page);
    this.#stage = stage;
  }

  async open() {
    if (!window.YT?.Player) {
      const loaded = new Promise((resolve) => { window.onYouTubeIframeAPIReady = resolve; });
      await loadScript(this.config.youtube, loaded);
    }
    const place = document.createElement("div");
    this.#stage.replaceChildren(place);
    let player;
    // A frame that is blocked or hangs never reports that it is ready.
    const ready = new Promise((resolve) => {
      const bound = (body) => (event) => { if (this.#player === player && this.#load && !this.#load.isOver) body(this.#load, event); };
      player = new YT.Player(place, {
        width: "100%", height: "100%",
        playerVars: { enablejsapi: 1, origin: location.origin, playsinline: 1, rel: 0 },
        events: {
          onReady: () => resolve(),
          onStateChange: bound((load, { data }) => this.#changed(load, data)),
          onError: bound((load, { data }) => this.#failed(load, data)),
          onAutoplayBlocked: bound((load) => load.needsClick()),
          onPlaybackRateChange: bound((load, { data }) => { load.rate = data; }),
        },
      });
    });
    try {
      await within(readyTime, ready, "blocked");
    } catch (error) {
      this.#stage.replaceChildren();
      throw error;
    }
    this.#player = player;
  }

  get position() { return this.#player?.getCurrentTime?.() ?? 0; }

  /** Whether the frame speaks of the video of this load, and not of the one before. */
  #isOurs(load) { return this.#player.getVideoData().video_id === load.item.id; }

  #changed(load, state) {
    // Events of the previous video can come after the next load.
    if (!this.#isOurs(load)) return;
    this.#state = state;
    switch (state) {
      case states.unstarted: break;
      case states.cued:
        if (!load.wantsToPlay) {
          this.#ready(load);
          load.paused(load.position);
        }
        break;
      case states.buffering: load.buffering(this.position || load.position); break;
      case states.playing:
        this.#hasBegun = true;
        this.#ready(load);
        if (load.owesPause) this.#player.pauseVideo();
        break;
      case states.paused:
        // A drag of the user to the end pauses, too; the end follows.
        load.paused(this.position);
        break;
      case states.ended: if (this.#hasBegun) load.ended(); break;
    }
  }

  #failed(load, number) {
    // An error of the previous video can come after the next load. Without an id, the video never got so far.
    const id = this.#player.getVideoData().video_id;
    if (id && id !== load.item.id) return;
    load.fail(errors[number] ?? "failed", number);
  }

  #ready(load) {
    const { isLive } = this.#player.getVideoData();
    load.ready({ duration: isLive ? null : this.#player.getDuration(), isSeekable: !isLive, hasVideo: true });
  }

  async load(load) {
    const { id } = load.item;
    if (!/^[A-Za-z0-9_-]{11}$/.test(id ?? "")) return load.fail("invalid", 2);
    this.#load = load;
    this.#hasBegun = false;
    this.#state = states.unstarted;
    this.setVolume(load.volume, load.isMuted);
    this.#monitor = new Monitor(load, () => this.#read(load));
    const options = { videoId: id, startSeconds: load.position };
    this.#commandedAt = performance.now();
    if (load.wantsToPlay) this.#player.loadVideoById(options); else this.#player.cueVideoById(options);
    if (load.rate !== 1) this.setRate(load.rate);
  }

  #read(load) {
    const isOurs = this.#isOurs(load);
    const position = isOurs ? this.position : load.position;
    if (isOurs && this.#hasBegun) {
      load.foundDuration(this.#player.getVideoData().isLive ? NaN : this.#player.getDuration());
      this.#readControls(load, position);
    }
    const isRunning = isOurs && [states.playing, states.buffering].includes(this.#state);
    // During an advertisement the player says that it plays, and the position stands.
    return { position, isRunning, isAd: this.#state === states.playing };
  }

  /** There is no event for a seek or a volume of the user: compare with what was commanded. */
  #readControls(load, position) {
    if (performance.now() - this.#commandedAt < 1500) {
      this.#lastPosition = position;
      return;
    }
    const isLeap = Math.abs(position - this.#lastPosition) > 4;
    this.#lastPosition = position;
    if (isLeap && !load.seeking) load.user("seek", { position });
    const [volume, isMuted] = [this.#player.getVolume(), this.#player.isMuted()];
    if (volume !== this.#set.volume) load.user("volume", { volume: volume / 100 });
    if (isMuted !== this.#set.isMuted) load.user("mute", { muted: isMuted });
    this.#set = { volume, isMuted };
  }

  play() {
    this.#commandedAt = performance.now();
    this.#monitor?.restart();
    this.#player.playVideo();
  }

  pause() {
    const load = this.#load;
    if ([states.cued, states.paused].includes(this.#state)) load.paused(this.position || load.position);
    else this.#player.pauseVideo();
  }

  async seek(seconds) {
    const load = this.#load;
    const player = this.#player;
    this.#commandedAt = performance.now();
    if (!this.#hasBegun && !load.wantsToPlay) {
      // `seekTo` would begin to play a cued video.
      load.position = seconds;
      player.cueVideoById({ videoId: load.item.id, startSeconds: seconds });
      return load.seeked(seconds);
    }
    if (!this.#hasBegun) {
      load.position = seconds;
      player.loadVideoById({ videoId: load.item.id, startSeconds: seconds });
      return load.seeked(seconds);
    }
    const number = load.seeking;
    player.seekTo(seconds, true);
    // There is no event. The player may go to the keyframe before the position.
    await until(() => load.isOver || Math.abs(this.position - seconds) < 5, 3000);
    this.#lastPosition = this.position;
    this.#monitor?.restart();
    if (number === load.seeking) load.seeked(this.position);
  }

  setVolume(volume, isMuted) {
    const percent = Math.round(volume * 100);
    this.#set = { volume: percent, isMuted };
    this.#commandedAt = performance.now();
    this.#player.setVolume(percent);
    if (isMuted) this.#player.mute(); else this.#player.unMute();
  }

  setRate(rate) { this.#player.setPlaybackRate(rate); }

  async stop() {
    this.#load = null;
    const player = this.#player;
    if (!player) return true;
    player.stopVideo();
    const isSilent = () => ![states.playing, states.buffering].includes(player.getPlayerState());
    // The next load may begin before this one looks again.
    if (await until(() => this.#load !== null || isSilent(), 600)) return true;
    // Without its frame nothing sounds.
    player.destroy();
    this.#player = null;
    this.forget();
    return true;
  }
}
