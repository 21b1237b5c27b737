// A stub of Spotify's Web Playback SDK. The sound is in a hidden frame of another origin. Tracks begin by the Web API,
// which the stub's server passes on to the frame.
(() => {
  const { knobs, strict } = stubs;
  const events = [
    "ready", "not_ready", "player_state_changed", "initialization_error", "authentication_error", "account_error",
    "playback_error", "autoplay_failed",
  ];
  const settings = {
    tracks: {}, // by URI: seconds, linkedTo (the URI that plays instead), error
    hasDRM: true,
    isPremium: true,
    neverReady: false,
    delay: 0, // of the answers about the state, in ms
    end: "stopped", // or "32 ms": how the end of a track looks
    ...knobs.spotify,
  };
  knobs.spotify = settings;

  const frame = document.createElement("iframe");
  frame.src = "https://sdk.scdn.co/embedded/index.html";
  frame.allow = "encrypted-media; autoplay";
  frame.style.display = "none";
  frame.title = "Spotify";

  class Player {
    _listeners = new Map();

    constructor(options) {
      stubs.expect("Spotify.options", ["name", "getOAuthToken", "volume", "enableMediaSession"], options);
      this._options = options;
      stubs.spotify = this;
      addEventListener("message", ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== "https://sdk.scdn.co") return;
        if (data.type === "answer") return this._answers.get(data.id)?.(data.value);
        if (data.type === "token") return this._token();
        this._emit(data.type, data.value);
      });
    }

    addListener(event, listener) {
      if (!events.includes(event)) throw new Error(`unknown event ${event}`);
      this._listeners.set(event, [...this._listeners.get(event) ?? [], listener]);
      return true;
    }

    removeListener(event) { return this._listeners.delete(event); }

    async connect() {
      if (settings.neverReady) return true;
      if (settings.frameIsBlocked) return stubs.never();
      if (!settings.hasDRM) {
        this._emit("initialization_error", { message: "Failed to initialize player" });
        return false;
      }
      this._token();
      this._post("connect", this._options.volume ?? 1);
      return true;
    }

    _token() {
      this._options.getOAuthToken((token) => {
        if (!token || token === "expired") {
          this._emit("authentication_error", { message: "Authentication failed" });
        } else if (!settings.isPremium) {
          this._emit("account_error", { message: "This functionality is restricted to premium users only" });
        } else if (!settings.isStale) this._post("token", token);
      });
    }

    disconnect() { this._post("disconnect"); }
    getCurrentState() { return this._ask("state"); }
    getVolume() { return this._ask("volume"); }

    // These resolve when the message is sent, not when it is done.
    async pause() { this._post("pause"); }
    async resume() { this._post("resume"); }
    async togglePlay() { this._post("toggle"); }
    async seek(position) { this._post("seek", position); }
    async setVolume(volume) { this._post("setVolume", volume); }
    async activateElement() { this._post("activate"); }

    _answers = new Map();

    _ask(name) {
      const id = Math.random();
      this._post(name, id);
      return new Promise((resolve) => this._answers.set(id, resolve));
    }

    _post(name, value) {
      frame.contentWindow?.postMessage({ name, value, settings: { ...settings } }, "https://sdk.scdn.co");
    }

    _emit(event, value) { for (const listener of this._listeners.get(event) ?? []) listener(value); }
  }

  function start() {
    document.body.append(frame);
    let isLoaded = false;
    frame.addEventListener("load", () => {
      if (isLoaded) return;
      isLoaded = true;
      window.Spotify = {
        Player: function (options) { return strict(new Player(options), "Spotify.Player"); },
      };
      for (const name of events) stubs.offered.add(`Spotify.event.${name}`);
      if (!window.onSpotifyWebPlaybackSDKReady) throw new Error("INVALID_WEBPLAYBACK");
      if (!settings.isSilent) window.onSpotifyWebPlaybackSDKReady();
    });
  }
  if (document.readyState === "complete") start(); else addEventListener("load", start);
})();
