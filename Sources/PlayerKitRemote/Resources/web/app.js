// Puts the page together.
import { Connection } from "./connection.js";
import { $, announce, setText } from "./dom.js";
import { Lists } from "./lists.js";
import { MediaKeys } from "./media.js";
import { t } from "./messages.js";
import { Player } from "./player.js";
import { Queue } from "./queue.js";
import { Rooms } from "./rooms.js";
import { Search } from "./search.js";
import { Settings } from "./settings.js";
import { Words } from "./words.js";

class App {
  connection = new Connection();
  tab = "now";
  #instance = null;
  #needsToken = false;
  #wide = matchMedia("(min-width: 900px)");

  constructor() {
    this.player = new Player(this);
    this.queue = new Queue(this);
    this.search = new Search(this);
    this.lists = new Lists(this);
    this.words = new Words(this);
    this.rooms = new Rooms(this);
    this.media = new MediaKeys(this);
    this.settings = new Settings(this);
    this.#tabs();
    this.connection.addEventListener("message", ({ detail }) => this.#receive(detail));
    this.connection.addEventListener("open", () => this.#online());
    this.connection.addEventListener("lost", () => this.#offline());
    this.connection.addEventListener("token", () => this.#askForToken());
    // A link with a token may be opened in a page that is there already.
    addEventListener("hashchange", () => this.#start());
    this.#start();
  }

  announce = announce;

  /** Commands the player; says what came of it. */
  async command(wish, text = "", isShown = true) {
    try {
      await this.connection.send(wish);
      if (text) announce(text, isShown);
    } catch (error) {
      announce(error.message);
    }
  }

  #receive(message) {
    switch (message.type) {
      case "hello":
        if (this.#instance !== message.instance) {
          this.queue.forget();
          this.rooms.forget();
        }
        this.#instance = message.instance;
        this.search.greet(message.services);
        this.lists.greet(message.lists);
        break;
      case "state":
        this.player.show(message);
        this.queue.show(message);
        this.words.show(message);
        this.media.show(message);
        this.settings.show(message);
        break;
      case "lyrics": this.words.showLyrics(message); break;
      case "rooms": this.rooms.show(message); break;
      case "chapters": this.words.showChapters(message); break;
    }
  }

  // The connection.

  async #start() {
    const token = location.hash.slice(1);
    if (token) {
      // It does not stay where others may read it.
      history.replaceState(null, "", location.pathname);
      if (await this.connection.signIn(token)) this.#closeTokenDialog();
    }
    this.connection.connect();
  }

  #online() {
    document.body.classList.remove("offline");
    setText($("link"), t("connected"));
    this.words.again();
  }

  #offline() {
    if (document.body.classList.contains("offline")) return;
    document.body.classList.add("offline");
    setText($("link"), t("connectingAgain"));
  }

  #askForToken() {
    setText($("link"), t("notSignedIn"));
    document.body.classList.add("offline");
    const dialog = $("token-dialog");
    if (dialog.open) return;
    this.#needsToken = true;
    // Without the token the page has no use: Escape must not close the dialog for good.
    dialog.oncancel = (event) => event.preventDefault();
    dialog.onclose = () => { if (this.#needsToken) dialog.showModal(); };
    $("token").oninput = () => { $("token-error").hidden = true; };
    $("token-form").onsubmit = async (event) => {
      event.preventDefault();
      const token = $("token").value.trim().replace(/^.*#/, "");
      $("token").value = "";
      if (!await this.connection.signIn(token)) {
        $("token-error").hidden = false;
        $("token").focus();
        return announce(t("tokenWrong"), false);
      }
      this.#closeTokenDialog();
      this.connection.hurry();
    };
    dialog.showModal();
  }

  #closeTokenDialog() {
    this.#needsToken = false;
    $("token-error").hidden = true;
    $("token-dialog").close();
  }

  // Views.

  #tabs() {
    const tabs = () => [...document.querySelectorAll("[role=tab]")].filter((tab) => tab.offsetParent);
    for (const tab of document.querySelectorAll("[role=tab]")) {
      tab.addEventListener("click", () => this.show(tab.id.slice(4)));
      tab.addEventListener("keydown", (event) => {
        const ahead = document.documentElement.dir === "rtl" ? -1 : 1;
        const step = { ArrowLeft: -ahead, ArrowRight: ahead, Home: -Infinity, End: Infinity }[event.key];
        if (!step) return;
        const all = tabs();
        const to = Number.isFinite(step) ? (all.indexOf(tab) + step + all.length) % all.length : step < 0 ? 0 : all.length - 1;
        event.preventDefault();
        this.show(all[to].id.slice(4));
        all[to].focus();
      });
    }
    this.#wide.addEventListener("change", () => this.#fit());
    this.#fit();
  }

  /** Where there is room, what plays is always seen, beside another view. */
  #fit() {
    if (this.#wide.matches && this.tab === "now") this.show("queue"); else this.show(this.tab);
  }

  /** Shows a view; puts the cursor into it where that is wanted. */
  show(tab, isFocused = false) {
    if (tab === "now" && this.#wide.matches) tab = "queue";
    const hadWords = this.tab === "lyrics";
    this.tab = document.body.dataset.tab = tab;
    for (const button of document.querySelectorAll("[role=tab]")) {
      const isChosen = button.id === "tab-" + tab;
      button.setAttribute("aria-selected", isChosen);
      button.tabIndex = isChosen ? 0 : -1;
      const panel = $(button.getAttribute("aria-controls"));
      if (panel.matches(".panel")) panel.hidden = !isChosen;
    }
    if (hadWords !== (tab === "lyrics")) this.words.want(tab === "lyrics");
    if (tab === "lists") this.lists.show();
    if (tab === "search" && (isFocused || this.#wide.matches)) $("search-term").focus();
  }
}

new App();
