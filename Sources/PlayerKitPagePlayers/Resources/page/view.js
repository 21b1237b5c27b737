// What the user sees: a bar that opens to a full view, and what the browser demands of the user.
import { strings } from "./strings.js";

const $ = (id) => document.getElementById(id);
const swipe = 60;

function setText(element, text) { if (element.textContent !== text) element.textContent = text; }

/** A time as 1:02:03. */
function clock(seconds) {
  const whole = Math.floor(Math.max(seconds, 0));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class View {
  #mode = "bar";
  #role = "player";
  #notice = strings.connecting;
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
    player.addEventListener("change", () => this.draw());
    setInterval(() => this.#drawTime(), 500);
    this.draw();
  }

  // Modes.

  setMode(mode) {
    this.#mode = mode;
    document.body.dataset.mode = mode;
    $("expand").setAttribute("aria-expanded", String(mode === "full"));
    $("expand").setAttribute("aria-label", mode === "full" ? strings.close : strings.open);
    $("expand").title = mode === "full" ? strings.close : strings.open;
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
    this.#notice = { 4001: strings.refused, 4002: strings.outdated, 4003: "", 4004: strings.ended }[code] ?? strings.lost;
    this.draw();
  }

  setRole(role) {
    this.#role = role === "standby" ? "standby" : "player";
    this.draw();
  }

  // What the user is asked for.

  async offerSignIn() {
    this.#signIn = { text: strings.signInHint, isReady: false };
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
      const code = error.code in strings.signInFailed ? error.code : "failed";
      this.link.send("signInFailed", { kind: "apple", code, detail: error.vendor ?? "" });
      this.#signIn = { text: strings.signInFailed[code], isReady: true };
    }
    this.draw();
  }

  /** The one thing that is asked for: a title, an explanation, and the label of a button. */
  get #question() {
    const { load } = this.player;
    if (this.#notice) return { title: this.#notice };
    if (this.#role === "standby") return { title: strings.standby, label: strings.playHere };
    if (load?.state === "needsClick") {
      return { title: strings.clickHint(load.title), label: strings.clickToPlay, isUrgent: true };
    }
    if (this.#signIn) {
      return { title: strings.signIn, text: this.#signIn.text, label: strings.signIn, isDisabled: !this.#signIn.isReady };
    }
    if (!navigator.userActivation?.hasBeenActive) {
      return { title: strings.nothing, text: strings.enableHint, label: strings.enable };
    }
    if (!load || load.state === "stopped") return { title: strings.nothing, text: strings.nothingHint };
    if (load.failure) return { title: strings.failures[load.failure] ?? strings.failures.failed };
    return null;
  }

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
    const title = load.title || strings.untitled;
    setText($("title"), title);
    setText($("artist"), [load.artist, strings.services[load.kind]].filter(Boolean).join(" · "));
    setText($("state"), load.state === "playing" ? "" : strings.states[load.state] ?? "");
    const source = load.artwork && !document.body.classList.contains("has-video") ? load.artwork : "";
    if ($("artwork").dataset.source !== source) {
      $("artwork").dataset.source = source;
      $("artwork").hidden = !source;
      if (source) $("artwork").src = source; else $("artwork").removeAttribute("src");
    }
    const label = load.wantsToPlay ? strings.pause : strings.play;
    $("toggle").setAttribute("aria-label", label);
    $("toggle").title = label;
    $("toggle").classList.toggle("pauses", load.wantsToPlay);
    $("toggle").disabled = !load.isOpen;
    document.title = `${title} – PlayerKit`;
    this.#drawTime();
    const text = load.state === "needsClick" ? strings.clickHint(load.title) : strings.nowPlaying(title, load.artist);
    if (this.#announced !== text && ["playing", "needsClick"].includes(load.state)) {
      this.#announced = text;
      setText($("live"), text);
    }
  }

  #drawTime() {
    const { load, position } = this.player;
    if (!load || load.isOver) return;
    setText($("time"), strings.of(clock(position), load.duration ? clock(load.duration) : ""));
    const share = load.duration ? Math.min(position / load.duration, 1) : 0;
    $("progress").style.transform = `scaleX(${share})`;
  }
}
