// A stub of MusicKit on the Web, version 3. It plays a real media element from a blob, as the original does.
(() => {
  const { knobs, strict } = stubs;
  const states = {
    none: 0, loading: 1, playing: 2, paused: 3, stopped: 4, ended: 5, seeking: 6, waiting: 8, stalled: 9,
    completed: 10,
  };
  const kinds = { none: 0, preview: 1, unencryptedFull: 2, encryptedFull: 3 };
  const events = [
    "playbackStateDidChange", "playbackTimeDidChange", "playbackDurationDidChange", "nowPlayingItemDidChange",
    "nowPlayingItemWillChange", "queueItemsDidChange", "mediaCanPlay", "mediaPlaybackError", "drmUnsupported",
    "authorizationStatusDidChange", "userTokenDidChange", "primaryPlayerDidChange", "bufferedProgressDidChange",
    "playbackProgressDidChange", "queuePositionDidChange",
  ];
  const settings = {
    songs: {}, // by id: seconds, previewSeconds, error (thrown by play), reports (an error that only is reported)
    isSubscriber: true,
    hasDRM: true,
    authorize: "token", // or "decline", "close", "never", "window"
    stalls: [], // names of methods whose promises never settle
    swallowsAutoplay: false,
    codes: "errorCode", // or "name": where an error has its code
    restriction: "",
    ...knobs.musickit,
  };
  knobs.musickit = settings;

  class MKError extends Error {
    constructor(code, text = code) {
      super(text);
      this.name = settings.codes === "name" ? code : "MKError";
      if (settings.codes !== "name") this.errorCode = code;
    }
  }

  const storage = () => `music.${"TEAM".toLowerCase()}.media-user-token`;

  class Instance {
    volume_ = 1;
    previewOnly = false;
    autoplayEnabled = false;
    repeatMode = 0;
    videoContainerElement = undefined;
    playbackState = states.none;
    nowPlayingItem = undefined;
    _listeners = new Map();
    _last = {};
    _pending = null;
    _isStopped = false;

    constructor() {
      delete this.volume_;
      this._own = Math.random().toString(36).slice(2);
      this._element = this._makeElement();
      addEventListener("storage", ({ key, newValue }) => {
        if (key !== "mk-player-tsid" || newValue === this._own) return;
        if (!this._element.paused) this._element.pause();
        this._emit("primaryPlayerDidChange", {});
      });
    }

    // Sign-in.

    get isAuthorized() { return Boolean(this.musicUserToken); }
    get musicUserToken() { return localStorage.getItem(storage()) ?? ""; }
    set musicUserToken(token) {
      if (token) localStorage.setItem(storage(), token); else localStorage.removeItem(storage());
    }
    get storefrontId() { return "us"; }

    async authorize() {
      if (this.isAuthorized) return this.musicUserToken;
      if (settings.authorize === "never") return stubs.never();
      if (settings.authorize === "decline") throw new MKError("AUTHORIZATION_ERROR");
      if (settings.authorize === "close") return undefined;
      if (settings.authorize === "token") return this._signIn("a-user-token");
      const view = open(
        `https://authorize.music.apple.com/woa?a=x&referrer=${encodeURIComponent(location.host)}`,
        "apple-music-service-view", "width=650,height=650",
      );
      // The original never settles if the browser blocks the window.
      if (!view) return stubs.never();
      return new Promise((resolve, reject) => {
        addEventListener("message", ({ origin, data }) => {
          if (origin !== "https://authorize.music.apple.com" || data?.jsonrpc !== "2.0") return;
          if (data.method === "authorize") resolve(this._signIn(data.params[0]));
          if (data.method === "decline") reject(new MKError("AUTHORIZATION_ERROR"));
        });
      });
    }

    async unauthorize() {
      this.musicUserToken = "";
      this._emit("authorizationStatusDidChange", { authorizationStatus: 0 });
    }

    // Playback.

    get volume() { return this._element.volume; }
    set volume(value) { this._element.volume = value; }
    get playbackRate() { return this._element.playbackRate; }
    set playbackRate(value) { this._element.playbackRate = value; }
    get currentPlaybackTime() { return Math.round(this._element.currentTime); }
    get currentPlaybackDuration() { return Math.round(this.nowPlayingItem?.playbackDuration / 1000 || 0); }
    get isPlaying() { return this.playbackState === states.playing; }

    async setQueue(options) {
      stubs.expect(
        "MusicKit.setQueue", ["song", "musicVideo", "startTime", "startPlaying", "repeatMode"], options,
      );
      if (settings.stalls.includes("setQueue")) return stubs.never();
      const id = String(options.song ?? options.musicVideo ?? "");
      await stubs.later(10);
      this._empty();
      if (!id) return strict({ items: [], length: 0, isEmpty: true, position: -1 }, "MusicKit.queue");
      const song = settings.songs[id];
      if (!song) throw new MKError("NOT_FOUND");
      const isFull = this.isAuthorized && settings.isSubscriber && settings.hasDRM && !this.previewOnly;
      this._item = {
        id, type: options.musicVideo ? "musicVideo" : "song", isPlayable: true,
        playbackType: isFull ? kinds.encryptedFull : kinds.preview,
        // The catalog's duration, also for a preview: the original reports the media's only while it plays.
        playbackDuration: (isFull ? song.seconds : song.previewSeconds ?? 30) * 1000,
        attributes: { durationInMillis: song.seconds * 1000, name: `Song ${id}` },
      };
      this._start = options.startTime ?? 0;
      this._emit("queueItemsDidChange", []);
      if (options.startPlaying) await this.play();
      return strict({ items: [this._item], length: 1, isEmpty: false, position: 0 }, "MusicKit.queue");
    }

    async play() {
      if (this._isRepeated("play")) return undefined;
      if (settings.stalls.includes("play")) return stubs.never();
      if (!this._item) return undefined;
      const song = settings.songs[this._item.id];
      if (song.error) throw new MKError(song.error);
      this._pending = this._play(song).finally(() => { this._pending = null; });
      return this._pending;
    }

    async pause() {
      if (this._isRepeated("pause")) return undefined;
      await this._pending?.catch(() => {});
      if (this.playbackState === states.playing) this._element.pause();
      return undefined;
    }

    async stop() {
      if (settings.stalls.includes("stop")) return stubs.never();
      this._isStopped = true;
      this._element.pause();
      this._setState(states.stopped);
      this._empty();
      return undefined;
    }

    seekToTime(seconds) {
      this._cancelSeek?.();
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          this._cancelSeek = null;
          this._element.currentTime = seconds;
          this._element.addEventListener("seeked", () => resolve(undefined), { once: true });
        }, 250);
        this._cancelSeek = () => {
          clearTimeout(timer);
          reject(new MKError("cancelled"));
        };
      });
    }

    addEventListener(name, listener) {
      if (!events.includes(name)) stubs.unknown.push(`MusicKit.event.${name}`);
      this._listeners.set(name, [...this._listeners.get(name) ?? [], listener]);
    }

    // The inside.

    _isRepeated(name) {
      const now = performance.now();
      const isRepeated = now - (this._last[name] ?? -1000) < 250;
      if (!isRepeated) this._last[name] = now;
      return isRepeated;
    }

    _signIn(token) {
      this.musicUserToken = token;
      this._emit("authorizationStatusDidChange", { authorizationStatus: 3 });
      return token;
    }

    async _play(song) {
      this._isStopped = false;
      const item = this._item;
      if (this.nowPlayingItem !== item) {
        this._emit("nowPlayingItemWillChange", { item });
        this.nowPlayingItem = item;
        this._emit("nowPlayingItemDidChange", { item });
        this._emit("playbackDurationDidChange", { duration: this.currentPlaybackDuration });
        this._setState(states.loading);
        if (this.isAuthorized && !settings.hasDRM) this._emit("drmUnsupported", { item });
        if (song.delay) await stubs.later(song.delay);
        const seconds = item.playbackDuration / 1000;
        const answer = await fetch(`https://aod-ssl.itunes.apple.com/tone.wav?seconds=${seconds}`);
        const data = await answer.blob();
        if (this.nowPlayingItem !== item) return undefined;
        this._element.src = URL.createObjectURL(data);
        this._element.currentTime = this._start;
      }
      localStorage.setItem("mk-player-tsid", this._own);
      if (song.reports) {
        this._emit("mediaPlaybackError", new MKError(song.reports));
        this._setState(states.stopped);
        return undefined;
      }
      try {
        await this._element.play();
      } catch (error) {
        if (error.name !== "NotAllowedError" || settings.swallowsAutoplay) return undefined;
        throw new MKError("USER_INTERACTION_REQUIRED");
      }
      return undefined;
    }

    _empty() {
      this._element.removeAttribute("src");
      this._element.load();
      this._item = undefined;
      if (!this.nowPlayingItem) return;
      this.nowPlayingItem = undefined;
      this._emit("nowPlayingItemDidChange", { item: undefined });
    }

    _makeElement() {
      const element = new Audio();
      element.id = "apple-music-player";
      const on = (name, body) => element.addEventListener(name, body);
      on("play", () => this._setState(states.playing));
      on("playing", () => this._setState(states.playing));
      on("waiting", () => this._setState(states.waiting));
      on("canplay", () => this._emit("mediaCanPlay", {}));
      on("pause", () => {
        if (element.paused) this._setState(this._isStopped ? states.stopped : states.paused);
      });
      on("seeking", () => {
        this._before = this.playbackState;
        this._setState(states.seeking);
      });
      on("seeked", () => { if (this.playbackState === states.seeking) this._setState(this._before); });
      on("timeupdate", () => this._emit("playbackTimeDidChange", {
        currentPlaybackTime: this.currentPlaybackTime, currentPlaybackDuration: this.currentPlaybackDuration,
        currentPlaybackTimeRemaining: this.currentPlaybackDuration - this.currentPlaybackTime,
      }));
      on("ended", () => {
        const isFull = this.nowPlayingItem?.playbackType !== kinds.preview;
        this._empty();
        this._setState(states.ended);
        if (!isFull) return;
        this._setState(states.stopped);
        this._setState(states.completed);
      });
      return element;
    }

    _setState(state) {
      if (this.playbackState === state) return;
      const oldState = this.playbackState;
      this.playbackState = state;
      this._emit("playbackStateDidChange", { oldState, state, nowPlayingItem: this.nowPlayingItem });
    }

    _emit(name, detail) {
      for (const listener of this._listeners.get(name) ?? []) listener(detail);
    }
  }

  let instance;
  window.MusicKit = strict({
    PlaybackStates: states,
    async configure(options) {
      stubs.expect(
        "MusicKit.configure", ["developerToken", "app", "suppressErrorDialog", "bitrate", "storefrontId", "features"],
        options,
      );
      if (settings.stalls.includes("configure")) return stubs.never();
      if (options.developerToken.split(".").length !== 3) throw new MKError("CONFIGURATION_ERROR");
      instance = new Instance();
      stubs.musickit = instance;
      const guarded = strict(instance, "MusicKit.instance");
      document.dispatchEvent(new Event("musickitconfigured"));
      return guarded;
    },
    getInstance: () => instance,
  }, "MusicKit");
  for (const name of events) stubs.offered.add(`MusicKit.event.${name}`);
  if (!settings.isSilent) setTimeout(() => document.dispatchEvent(new Event("musickitloaded")));
})();
