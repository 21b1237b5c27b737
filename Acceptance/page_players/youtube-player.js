// A stub of YouTube's IFrame player. The sound is in a frame of another origin, as in the original.
(() => {
  const { knobs, strict } = stubs;
  const events = [
    "onReady", "onStateChange", "onError", "onPlaybackRateChange", "onPlaybackQualityChange", "onApiChange",
    "onAutoplayBlocked",
  ];
  const settings = {
    videos: {}, // by id: seconds, error, ad (seconds), isLive, endsTwice, endsLate
    neverReady: false,
    blocksAutoplaySilently: false,
    ...knobs.youtube,
  };
  knobs.youtube = settings;

  const host = (options) => options.host ?? "https://www.youtube.com";

  class Inner {
    constructor(element, options) {
      const place = typeof element === "string" ? document.getElementById(element) : element;
      if (!place?.isConnected) throw new Error("The element is not in the document.");
      stubs.expect("YT.options", ["width", "height", "videoId", "host", "playerVars", "events"], options);
      stubs.expect("YT.playerVars", [
        "enablejsapi", "origin", "widget_referrer", "playsinline", "autoplay", "controls", "start", "end", "rel", "fs",
        "disablekb", "iv_load_policy",
      ], options.playerVars);
      stubs.expect("YT.event", events, options.events);
      this._events = options.events ?? {};
      this._info = { state: -1, time: 0, duration: 0, volume: 100, muted: false, rate: 1, fraction: 0, video: "" };
      this._frame = document.createElement("iframe");
      this._frame.allow = "accelerometer; autoplay; encrypted-media; picture-in-picture";
      this._frame.title = "YouTube video player";
      this._frame.width = options.width ?? 640;
      this._frame.height = options.height ?? 390;
      this._frame.src = `${host(options)}/embed/${options.videoId ?? ""}?enablejsapi=1`;
      this._listener = (event) => this._receive(event, host(options));
      addEventListener("message", this._listener);
      place.replaceWith(this._frame);
    }

    _receive({ source, origin, data }, from) {
      if (source !== this._frame.contentWindow || origin !== from || typeof data !== "string") return;
      const { event, info } = JSON.parse(data);
      if (event === "alive") {
        this._post("settings", settings);
        if (!settings.neverReady) this._post("listening");
        return;
      }
      if (event === "infoDelivery") return void Object.assign(this._info, info);
      if (event === "onReady") this._addMethods();
      if (event === "onStateChange") this._info.state = info;
      this._events[event]?.(strict({ target: this.outer, data: info }, "YT.OnEvent"));
    }

    /** The methods exist only after `onReady`. */
    _addMethods() {
      const command = (name, check) => (...values) => {
        if (check) stubs.expect(`YT.${name}`, check, values[0]);
        this._post(name, ...values);
      };
      const load = ["videoId", "startSeconds", "endSeconds"];
      Object.assign(this.methods, {
        loadVideoById: command("loadVideoById", load),
        cueVideoById: command("cueVideoById", load),
        playVideo: command("playVideo"),
        pauseVideo: command("pauseVideo"),
        stopVideo: command("stopVideo"),
        seekTo: command("seekTo"),
        setVolume: command("setVolume"),
        mute: command("mute"),
        unMute: command("unMute"),
        setPlaybackRate: command("setPlaybackRate"),
        getVolume: () => this._info.volume,
        isMuted: () => this._info.muted,
        getCurrentTime: () => this._info.time,
        getDuration: () => this._info.duration,
        getVideoLoadedFraction: () => this._info.fraction,
        getPlaybackRate: () => this._info.rate,
        getAvailablePlaybackRates: () => [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
        getVideoData: () => ({ video_id: this._info.video, title: "", isLive: this._info.isLive }),
        getPlayerState: () => this._info.state,
        getIframe: () => this._frame,
        setSize: (width, height) => Object.assign(this._frame, { width, height }),
        destroy: () => {
          removeEventListener("message", this._listener);
          this._frame.remove();
        },
      });
      strict(this.methods, "YT.Player");
    }

    _post(name, ...values) {
      this._frame.contentWindow?.postMessage(JSON.stringify({ name, values }), new URL(this._frame.src).origin);
    }
  }

  function Player(element, options) {
    const inner = new Inner(element, options);
    inner.methods = {};
    inner.outer = strict(inner.methods, "YT.Player");
    stubs.youtube = inner;
    return inner.outer;
  }

  Object.assign(YT, {
    Player, loaded: 1,
    PlayerState: { UNSTARTED: -1, ENDED: 0, PLAYING: 1, PAUSED: 2, BUFFERING: 3, CUED: 5 },
  });
  if (!settings.isSilent) window.onYouTubeIframeAPIReady?.();
})();
