// What the user sees: a bar that opens to a full view, and what the browser demands of the user.
import { chooseLanguage, clock, listLanguages, t } from "./messages.js";

const $ = (id) => document.getElementById(id);
const swipe = 60;

function setText(element, text) { if (element.textContent !== text) element.textContent = text; }

/** The message that a notice shows after the connection ended with a code. */
const notices = { 4001: "refused", 4002: "outdated", 4003: "", 4004: "ended" };
const signInFailures = ["declined", "closed", "blocked", "timeout", "failed"];
const states = ["loading", "paused", "buffering", "ad", "needsClick"];
const failures = [
  "preview", "noDRM", "needsSignIn", "noSubscription", "unauthorized", "blocked", "timeout", "notFound", "forbidden",
  "invalid", "unsupported", "media", "network", "limited", "needsClick", "anotherDevice", "takenOver", "failed",
];
const services = { musickit: "Apple Music", youtube: "YouTube", spotify: "Spotify" };

export class View {
  #mode = "bar";
  #role = "player";
  #notice = "connecting";
  #signIn = null;
  #announced = "";

  constructor(player, link) {
    this.player = player;
    this.link = link;
    $("toggle").onclick = () => player.toggle();
    $("expand").onclick = () => this.setMode(this.#mode === "bar" ? "full" : "bar");
    $("action").onclick = () => this.#act();
    $("artwork").onerror = () => { $("artwork").hidden = true; };
    addEventListener("keydown", (event) => this.#key(event));
    this.#swipes($("bar"));
    listLanguages($("language"));
    $("language").addEventListener("change", async ({ target }) => {
      await chooseLanguage(target.value);
      this.setMode(this.#mode);
      this.draw();
    });
    player.addEventListener("change", () => this.draw());
    setInterval(() => this.#drawTime(), 500);
    this.draw();
  }

  // Modes.

  setMode(mode) {
    this.#mode = mode;
    document.body.dataset.mode = mode;
    $("expand").setAttribute("aria-expanded", String(mode === "full"));
    $("expand").title = t(mode === "full" ? "close" : "open");
    $("expand").setAttribute("aria-label", $("expand").title);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const isButton = event.target.closest?.("button, video");
    if (event.key === "Escape" && this.#mode === "full") this.setMode("bar");
    else if (event.key === "f") this.setMode(this.#mode === "bar" ? "full" : "bar");
    else if (event.key === "k" || event.key === " " && !isButton) this.player.toggle();
    else return;
    event.preventDefault();
  }

  /** A finger moves the bar up to open the full view, and down to close it. */
  #swipes(bar) {
    let start = null;
    bar.addEventListener("pointerdown", (event) => { start = event.target.closest("button") ? null : event.clientY; });
    bar.addEventListener("pointerup", (event) => {
      if (start === null) return;
      const way = event.clientY - start;
      start = null;
      if (way < -swipe) this.setMode("full");
      else if (way > swipe) this.setMode("bar");
    });
    bar.addEventListener("pointercancel", () => { start = null; });
  }

  // The connection.

  connected() {
    this.#notice = "";
    this.draw();
  }

  lost(code) {
    this.#role = code === 4003 ? "standby" : this.#role;
    this.#notice = notices[code] ?? "lost";
    this.draw();
  }

  setRole(role) {
    this.#role = role === "standby" ? "standby" : "player";
    this.draw();
  }

  // What the user is asked for.

  async offerSignIn() {
    this.#signIn = { text: "signInHint", isReady: false };
    this.draw();
    try {
      await this.player.adapter("musickit")?.prepare();
      this.#signIn.isReady = true;
    } catch (error) {
      this.link.send("signInFailed", { kind: "apple", code: "failed", detail: error.code ?? "" });
      this.#signIn = null;
    }
    this.draw();
  }

  /** Runs in the click, without an `await` before: browsers open windows and allow sound only then. */
  #act() {
    if (this.#role === "standby") {
      if (this.link.isOpen) return void this.link.send("takeOver");
      this.link.renewSession();
      this.link.connect();
      return;
    }
    this.player.click();
    if (this.#signIn?.isReady && this.player.load?.state !== "needsClick") this.#beginSignIn();
    this.draw();
  }

  async #beginSignIn() {
    this.#signIn.isReady = false;
    try {
      const { token, storefront } = await this.player.adapter("musickit").signIn();
      this.link.send("signedIn", { kind: "apple", token, storefront });
      this.#signIn = null;
    } catch (error) {
      const code = signInFailures.includes(error.code) ? error.code : "failed";
      this.link.send("signInFailed", { kind: "apple", code, detail: error.vendor ?? "" });
      this.#signIn = { text: "signInFailed." + code, isReady: true };
    }
    this.draw();
  }

  /** The one thing that is asked for: a title, an explanation, and the label of a button. */
  get #question() {
    const { load } = this.player;
    if (this.#notice) return { title: t(this.#notice) };
    if (this.#role === "standby") return { title: t("standby"), label: t("playHere") };
    if (load?.state === "needsClick") {
      return { title: this.#clickHint(load), label: t("clickToPlay"), isUrgent: true };
    }
    if (this.#signIn) {
      return { title: t("signIn"), text: t(this.#signIn.text), label: t("signIn"), isDisabled: !this.#signIn.isReady };
    }
    if (!navigator.userActivation?.hasBeenActive) {
      return { title: t("nothing"), text: t("enableHint"), label: t("enable") };
    }
    if (!load || load.state === "stopped") return { title: t("nothing"), text: t("nothingHint") };
    if (load.failure) return { title: t("failure." + (failures.includes(load.failure) ? load.failure : "failed")) };
    return null;
  }

  #clickHint(load) { return t("clickHint", { title: load.title || t("thisTrack") }); }

  // Drawing.

  draw() {
    const { load } = this.player;
    const isShown = this.#role === "player" && load && !load.isOver;
    const question = isShown && load.state !== "needsClick" && !this.#notice && !this.#signIn ? null : this.#question;
    document.body.dataset.kind = isShown ? load.kind : "";
    document.body.dataset.state = isShown ? load.state : "";
    document.body.classList.toggle("has-video", Boolean(isShown && (load.hasVideo || load.kind === "youtube")));
    $("question").hidden = !question;
    if (question) {
      setText($("question-title"), question.title);
      setText($("question-text"), question.text ?? "");
      setText($("action"), question.label ?? "");
      $("action").hidden = !question.label;
      $("action").disabled = Boolean(question.isDisabled);
      $("question").classList.toggle("urgent", Boolean(question.isUrgent));
    }
    $("bar").hidden = !isShown;
    if (isShown) this.#drawLoad(load);
    if (!isShown) document.title = "PlayerKit";
  }

  #drawLoad(load) {
    const title = load.title || t("untitled");
    setText($("title"), title);
    setText($("artist"), [load.artist, services[load.kind]].filter(Boolean).join(" · "));
    setText($("state"), states.includes(load.state) ? t("state." + load.state) : "");
    const source = load.artwork && !document.body.classList.contains("has-video") ? load.artwork : "";
    if ($("artwork").dataset.source !== source) {
      $("artwork").dataset.source = source;
      $("artwork").hidden = !source;
      if (source) $("artwork").src = source; else $("artwork").removeAttribute("src");
    }
    const label = t(load.wantsToPlay ? "pause" : "play");
    $("toggle").setAttribute("aria-label", label);
    $("toggle").title = label;
    $("toggle").classList.toggle("pauses", load.wantsToPlay);
    $("toggle").disabled = !load.isOpen;
    document.title = `${title} – PlayerKit`;
    this.#drawTime();
    const text = load.state === "needsClick" ? this.#clickHint(load)
      : t("nowPlaying", { title: load.artist ? t("titleByArtist", { title, artist: load.artist }) : title });
    if (this.#announced !== text && ["playing", "needsClick"].includes(load.state)) {
      this.#announced = text;
      setText($("live"), text);
    }
  }

  #drawTime() {
    const { load, position } = this.player;
    if (!load || load.isOver) return;
    setText($("time"), load.duration ? t("timeOf", { elapsed: clock(position), total: clock(load.duration) }) : clock(position));
    const share = load.duration ? Math.min(position / load.duration, 1) : 0;
    $("progress").style.transform = `scaleX(${share})`;
  }
}
