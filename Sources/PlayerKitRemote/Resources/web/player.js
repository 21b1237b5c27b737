// What plays now, and what steers it.
import { $, announce, ask, errorText, named, setAttribute, setIcon, setPicture, setText, titled } from "./dom.js";
import { clock, number, percent, spoken, t } from "./messages.js";

const repeats = { off: "all", all: "one", one: "off" };
/** The reasons to wait that the page words itself, with what to do. */
const waits = ["needsClick", "pageHidden", "outputLost", "networkLost"];
const repeatNames = { off: "repeatOff", all: "repeatAll", one: "repeatOne" };

/** What plays it, in words; plain addresses and files need none. */
function serviceName(type) {
  if (!type || type === "url") return "";
  const words = type.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words[0].toUpperCase() + words.slice(1);
}

/** Whether the player plays or will play by itself: what the button stops. After the end it plays nothing. */
export const isOn = (state) => Boolean(state?.wantsToPlay) && state.end === undefined;

export class Player {
  /** The last state, and when it came. */
  state = null;
  #at = 0;
  #timer = 0;
  #entry;
  #waitsFor;
  #isSeeking = false;
  #volume = 0;

  constructor(app) {
    this.app = app;
    const on = (id, body) => $(id).addEventListener("click", body);
    on("toggle", () => this.toggle());
    on("mini-toggle", () => this.toggle());
    on("next", () => this.next());
    on("mini-next", () => this.next());
    on("previous", () => this.previous());
    on("shuffle", () => this.shuffle());
    on("repeat", () => this.repeat());
    on("mute", () => this.mute());
    on("sleep", () => this.#sleep());
    on("mini-open", () => app.show("now"));
    for (const button of $("sleep-times").children) setText(button, spoken(Number(button.value)));
    const seek = $("seek");
    seek.addEventListener("input", () => {
      this.#isSeeking = true;
      this.#drawPosition(Number(seek.value));
    });
    seek.addEventListener("change", () => {
      this.seek(Number(seek.value));
      this.#isSeeking = false;
    });
    seek.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -5, ArrowRight: 5, PageDown: -30, PageUp: 30 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.skip(step);
    });
    $("volume").addEventListener("input", () => this.#setVolume());
    $("cover").addEventListener("load", () => this.#tint());
    document.addEventListener("visibilitychange", () => this.#tick());
  }

  // Commands.

  toggle() {
    const action = isOn(this.state) ? "pause" : "play";
    this.app.command({ do: action }, action === "play" && this.state?.count === 0 ? t("queueIsEmpty") : "");
  }
  next() { this.app.command({ do: "next" }); }
  previous() { this.app.command({ do: "previous" }); }
  seek(to) { this.app.command({ do: "seek", to }, t("wentTo", { time: spoken(to) }), false); }
  skip(by) { this.app.command({ do: "skip", by }, t(by < 0 ? "skipBack" : "skipAhead", { time: spoken(Math.abs(by)) }), false); }

  shuffle() {
    const on = !this.state?.isShuffled;
    this.app.command({ do: "shuffle", on }, t(on ? "shuffleOn" : "shuffleOff"));
  }

  repeat() {
    const mode = repeats[this.state?.repeatMode ?? "off"];
    this.app.command({ do: "repeat", mode }, t(repeatNames[mode]));
  }

  mute() {
    const on = !this.state?.isMuted;
    this.app.command({ do: "mute", on }, t(on ? "muted" : "soundOn"), false);
  }

  louder(by) {
    const to = Math.min(Math.max((this.state?.volume ?? 1) + by, 0), 1);
    this.app.command({ do: "volume", to }, t("volumeIs", { volume: percent(to) }), false);
  }

  async #sleep() {
    const value = await ask($("sleep-dialog"));
    if (value === "off") this.app.command({ do: "sleep" }, t("timerIsOff"));
    else if (value === "end") this.app.command({ do: "sleepAtEndOfTrack" }, t("pausesAtEnd"));
    else if (value) this.app.command({ do: "sleep", seconds: Number(value) }, t("pausesIn", { time: spoken(Number(value)) }));
  }

  /** While the slider is moved, one command is under way at a time, and then the last. */
  async #setVolume() {
    const slider = $("volume");
    this.#fill(slider, slider.value);
    if (this.#volume++) return;
    try {
      let sent;
      while (sent !== slider.value) {
        sent = slider.value;
        await this.app.connection.send({ do: "volume", to: sent / 100 });
      }
    } catch { /* The state that comes with the next connection is shown. */ }
    this.#volume = 0;
  }

  // What is shown.

  /** Where playback is, as far as one can tell. */
  get position() {
    const state = this.state;
    if (!state) return 0;
    const position = state.position + state.speed * (performance.now() - this.#at) / 1000;
    return state.duration ? Math.min(position, state.duration) : position;
  }

  show(state) {
    this.state = state;
    this.#at = performance.now();
    const entry = state.entry;
    document.body.classList.toggle("playing", state.state === "play");
    document.body.classList.toggle("idle", !entry);
    this.#showTitles(state);
    for (const id of ["toggle", "mini-toggle"]) {
      setIcon($(id), isOn(state) ? "pause" : "play");
      setAttribute($(id), "aria-label", t(isOn(state) ? "pause" : "play"));
    }
    setAttribute($("shuffle"), "aria-pressed", state.isShuffled);
    setAttribute($("repeat"), "aria-pressed", state.repeatMode !== "off");
    setAttribute($("repeat"), "aria-label", t(repeatNames[state.repeatMode]));
    setIcon($("repeat"), state.repeatMode === "one" ? "repeat-one" : "repeat");
    setAttribute($("mute"), "aria-pressed", state.isMuted);
    setIcon($("mute"), state.isMuted || state.volume === 0 ? "muted" : "volume");
    if (!this.#volume) {
      $("volume").value = Math.round(state.volume * 100);
      this.#fill($("volume"), $("volume").value);
    }
    setText($("status"), this.#status(state));
    $("status").title = state.error ?? "";
    // The user has to do something, perhaps in another page.
    if (state.waitsFor !== this.#waitsFor && waits.includes(state.waitsFor)) announce(t("waits." + state.waitsFor));
    this.#waitsFor = state.waitsFor;
    $("seek").disabled = !(state.isSeekable && state.duration);
    this.#tick();
    if (entry && this.#entry !== undefined && this.#entry !== entry.id) {
      announce(t("nowPlayingTitle", { title: named(entry) }), false);
    }
    this.#entry = entry?.id ?? null;
  }

  #showTitles(state) {
    const entry = state.entry;
    setText($("title"), entry ? titled(entry) : t("nothingPlays"));
    setText($("artist"), state.stream || entry?.artist || "");
    setText($("details"), [entry?.album, serviceName(entry?.service)].filter(Boolean).join(" · "));
    setText($("mini-title"), entry ? [titled(entry), entry.artist].filter(Boolean).join(" – ") : "");
    setPicture($("cover"), entry?.cover, 640);
    setPicture($("mini-cover"), entry?.cover, 96);
    if (!entry?.cover) this.#setTint(106, 77, 245);
    $("upcoming").hidden = !state.next;
    setText($("upcoming-title"), state.next ? [titled(state.next), state.next.artist].filter(Boolean).join(" – ") : "");
    document.title = entry ? `${titled(entry)} – PlayerKit` : "PlayerKit";
  }

  #status(state) {
    if (state.error) return errorText(state.errorCode, state.error);
    if (waits.includes(state.waitsFor)) return t("waits." + state.waitsFor);
    if (state.isLive) return t("live");
    if (state.state === "loadToPlay" || state.isBuffering && state.wantsToPlay) return t("loading");
    if (state.rate !== 1) return t("speedTimes", { rate: state.rate });
    if (state.stopsAfterCurrent) return t("stopsAfter");
    return "";
  }

  /** Draws the time, and again soon, where it moves and somebody looks. */
  #tick() {
    clearTimeout(this.#timer);
    const state = this.state;
    if (!state) return;
    if (!this.#isSeeking) this.#drawPosition(this.position);
    this.#drawSleep(state);
    const moves = state.speed > 0 || state.sleep?.seconds > 0;
    if (moves && document.visibilityState === "visible") this.#timer = setTimeout(() => this.#tick(), 250);
  }

  #drawPosition(position) {
    const duration = this.state?.duration ?? 0;
    const seek = $("seek");
    setText($("elapsed"), clock(position));
    setText($("total"), duration ? clock(duration) : "");
    if (Number(seek.max) !== (duration || 1)) seek.max = duration || 1;
    if (!this.#isSeeking) seek.value = duration ? position : 0;
    this.#fill(seek, duration ? (position / duration) * 100 : 0);
    setAttribute(seek, "aria-valuetext", duration ? t("positionOf", { elapsed: spoken(position), total: spoken(duration) }) : spoken(position));
  }

  #drawSleep(state) {
    const left = state.sleep?.seconds === undefined
      ? null : Math.max(0, state.sleep.seconds - (performance.now() - this.#at) / 1000);
    const button = $("sleep");
    button.classList.toggle("on", Boolean(state.sleep));
    setText($("sleep-left"), left === null ? (state.sleep ? t("sleepTrack") : "") : clock(left));
    const minutes = Math.ceil((left ?? 0) / 60);
    setAttribute(button, "aria-label", left === null
      ? t(state.sleep ? "sleepAtEnd" : "sleepOff") : t("sleepLeft", { count: minutes }));
  }

  #fill(slider, percent) { slider.style.setProperty("--fill", `${percent}%`); }

  // Color.

  #setTint(...rgb) { document.documentElement.style.setProperty("--tint", rgb.join(" ")); }

  /** The page takes on the color of the cover: of its colorful parts above all. */
  #tint() {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 16;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return;
    try {
      context.drawImage($("cover"), 0, 0, 16, 16);
      const { data } = context.getImageData(0, 0, 16, 16);
      const sum = [0, 0, 0];
      let weight = 0.001;
      for (let at = 0; at < data.length; at += 4) {
        const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
        const color = (Math.max(r, g, b) - Math.min(r, g, b)) / 255 + 0.02;
        sum[0] += r * color;
        sum[1] += g * color;
        sum[2] += b * color;
        weight += color;
      }
      const color = sum.map((value) => Math.round(value / weight));
      // Of black and white there is no color to take on.
      if (Math.max(...color) - Math.min(...color) > 16) this.#setTint(...color);
    } catch { /* The picture can't be read: the color stays. */ }
  }
}
