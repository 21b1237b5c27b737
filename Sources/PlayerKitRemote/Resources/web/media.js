// The browser's own controls: media keys, the lock screen, headphones.
import { $, titled } from "./dom.js";
import { isOn } from "./player.js";

export class MediaKeys {
  #shown = "";

  constructor(app) {
    this.app = app;
    this.session = navigator.mediaSession;
    if (!this.session) return;
    const { player } = app;
    const handlers = {
      play: () => app.command({ do: "play" }),
      pause: () => app.command({ do: "pause" }),
      stop: () => app.command({ do: "stop" }),
      previoustrack: () => player.previous(),
      nexttrack: () => player.next(),
      seekto: ({ seekTime }) => player.seek(seekTime),
      seekbackward: ({ seekOffset }) => player.skip(-(seekOffset || 10)),
      seekforward: ({ seekOffset }) => player.skip(seekOffset || 10),
    };
    for (const [action, handler] of Object.entries(handlers)) {
      try { this.session.setActionHandler(action, handler); } catch { /* Not every browser has each. */ }
    }
  }

  /** A browser gives the media keys to what sounds: so the page sounds, of silence. */
  set isOn(isOn) {
    const silence = $("silence");
    silence.dataset.on = isOn ? "yes" : "";
    if (!isOn) return silence.pause();
    if (isOn(this.app.player.state)) silence.play().catch(() => {});
  }

  show(state) {
    const silence = $("silence");
    if (silence.dataset.on) {
      if (isOn(state) && silence.paused) silence.play().catch(() => {});
      else if (!isOn(state) && !silence.paused) silence.pause();
    }
    if (!this.session) return;
    const entry = state.entry;
    this.session.playbackState = !entry ? "none" : isOn(state) ? "playing" : "paused";
    const key = JSON.stringify([entry?.id, entry?.title, entry?.artist, entry?.cover, state.stream]);
    if (key !== this.#shown) {
      this.#shown = key;
      this.session.metadata = entry ? new MediaMetadata({
        title: titled(entry),
        artist: state.stream || entry.artist || "",
        album: entry.album || "",
        artwork: entry.cover ? [320, 640].map((size) => ({ src: `${entry.cover}/${size}`, sizes: `${size}x${size}` })) : [],
      }) : null;
    }
    try {
      if (state.duration) {
        this.session.setPositionState({ duration: state.duration, playbackRate: state.rate, position: Math.min(state.position, state.duration) });
      } else this.session.setPositionState();
    } catch { /* Not every browser has it. */ }
  }
}
