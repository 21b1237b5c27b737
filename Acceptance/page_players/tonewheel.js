// The made-up SDK of the guide "Adding a service". Its callbacks come late and name only the track, it does not wait
// for sound, and it reports an end twice.
(() => {
  const audio = new Audio();
  let track = "";
  let handler = () => {};
  const tell = (name, of = track) => setTimeout(() => handler(name, of), 120);
  audio.addEventListener("pause", () => { if (!audio.ended) tell("pause"); });
  audio.addEventListener("ended", () => {
    tell("end");
    tell("end");
  });

  class Player {
    set onevent(value) { handler = value; }
    get seconds() { return audio.currentTime; }
    get isPlaying() { return !audio.paused; }
    set gain(value) { audio.volume = value; }

    async open(id, seconds) {
      const isKnown = /^[a-z]+-\d+$/.test(id);
      if (!isKnown) throw new Error("unknown track");
      track = id;
      audio.src = `https://media.example/tone.wav?seconds=${id.split("-")[1]}`;
      audio.currentTime = seconds;
      await new Promise((resolve) => audio.addEventListener("loadedmetadata", resolve, { once: true }));
      return { duration: audio.duration };
    }

    play() { audio.play().catch((error) => { if (error.name === "NotAllowedError") tell("refused"); }); }
    pause() { audio.pause(); }

    jump(seconds) {
      audio.currentTime = seconds;
      return new Promise((resolve) => audio.addEventListener("seeked", resolve, { once: true }));
    }
  }

  window.Tonewheel = { create: async () => new Player() };
  setTimeout(() => window.onTonewheelReady?.(), 50);
})();
