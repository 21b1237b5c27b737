// Search over the services, and links that are pasted.
import { $, icon, iconButton, make, named, setPicture, setText, titled } from "./dom.js";
import { clock, t } from "./messages.js";

const order = ["song", "album", "artist", "playlist", "station", "show", "episode", "musicVideo"];
const openable = new Set(["album", "artist", "playlist", "show"]);
const places = [["next", "add-next", "playTitleNext"], ["later", "add", "addTitle"]];

export class Search {
  #number = 0;
  #found = 0;
  #services = [];
  // What stood there before something was opened, and what was opened.
  #before = null;

  constructor(app) {
    this.app = app;
    $("search-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#search();
    });
    $("search-term").addEventListener("input", () => this.#changed());
    $("search-kinds").addEventListener("change", () => this.#search());
    $("search-service").addEventListener("change", () => {
      this.#showKinds();
      this.#search();
    });
    $("search-results").addEventListener("keydown", (event) => this.#key(event));
    const chips = $("search-kinds");
    chips.addEventListener("scroll", () => this.#fade(), { passive: true });
    new ResizeObserver(() => this.#fade()).observe(chips);
    app.connection.addEventListener("part", ({ detail }) => this.#part(detail));
  }

  /** The services as the server has them. */
  greet(services) {
    this.#services = services;
    const select = $("search-service");
    const chosen = select.value;
    select.replaceChildren(new Option(t("allServices"), ""), ...services.map(({ name }) => new Option(name, name)));
    select.value = services.some(({ name }) => name === chosen) ? chosen : "";
    this.#showKinds();
  }

  get #kind() { return document.querySelector("input[name=kind]:checked")?.value ?? "song"; }

  #showKinds() {
    const service = $("search-service").value;
    const asked = this.#services.filter(({ name }) => !service || name === service);
    const kinds = [...new Set(asked.flatMap(({ kinds }) => kinds))];
    const rank = (kind) => (order.includes(kind) ? order.indexOf(kind) : order.length);
    kinds.sort((a, b) => rank(a) - rank(b));
    const chosen = kinds.includes(this.#kind) ? this.#kind : kinds[0];
    const legend = $("search-kinds").querySelector("legend");
    $("search-kinds").replaceChildren(legend, ...kinds.map((kind) => {
      const input = make("input");
      Object.assign(input, { type: "radio", name: "kind", value: kind, checked: kind === chosen });
      return make("label", "", input, make("span", "", order.includes(kind) ? t("kind." + kind) : kind));
    }));
    this.#fade();
  }

  /** The chips fade out at an edge where more of them follow. */
  #fade() {
    const chips = $("search-kinds");
    chips.classList.toggle("before", Math.abs(chips.scrollLeft) > 1);
    chips.classList.toggle("after", Math.abs(chips.scrollLeft) + chips.clientWidth < chips.scrollWidth - 1);
  }

  /** A link needs no search. */
  #changed() {
    const text = $("search-term").value.trim();
    if (!/^[a-z][a-z0-9+.-]*:\S+$/i.test(text)) return;
    this.#clear();
    $("search-results").append(make("h3", "service", t("thisLink")), this.#row({ item: text, title: text }));
  }

  async #search() {
    const term = $("search-term").value.trim();
    if (!term) return this.#note(t("searchNote"));
    if (/^[a-z][a-z0-9+.-]*:\S+$/i.test(term)) return this.#changed();
    const service = $("search-service").value;
    this.#clear();
    this.#note(t("searching"));
    this.#found = 0;
    try {
      const answer = this.app.connection.send({ do: "search", term, kind: this.#kind, services: service ? [service] : [] });
      const number = this.#number = answer.number;
      await answer;
      if (number !== this.#number) return;
      if (this.#found === 0 && !$("search-results").childElementCount) this.#note(t("nothingFound", { term }));
      this.app.announce(t("results", { count: this.#found }), false);
    } catch (error) {
      this.#note(error.message);
      this.app.announce(error.message);
    }
  }

  #clear() {
    this.#number = 0;
    this.#before = null;
    $("search-results").replaceChildren();
    $("search-empty").hidden = true;
  }

  #note(text) {
    $("search-empty").hidden = false;
    setText($("search-note"), text);
  }

  #part(found) {
    if (found.id !== this.#number || !found.entries.length && !found.error) return;
    $("search-empty").hidden = true;
    this.#found += found.entries.length;
    // If something is open, its results wait in its place.
    const results = this.#before?.parts ?? $("search-results");
    if (found.error) {
      results.append(make("section", "failed", make("h3", "service", found.service), make("p", "note", found.error)));
      return;
    }
    let list = results.querySelector("ul");
    if (!list) results.prepend(list = make("ul"));
    // The best results of all services come first; equally good ones keep their place at their services.
    found.entries.forEach((entry, rank) => {
      const score = entry.score ?? 0;
      const next = [...list.children].find(({ dataset }) => (score - dataset.score || dataset.rank - rank) > 0);
      const row = make("li", "", this.#row(entry, found.service));
      Object.assign(row.dataset, { rank, score });
      list.insertBefore(row, next ?? null);
    });
  }

  /** A result. Its cover is the button that plays it. */
  #row(entry, service = "") {
    const image = make("img");
    Object.assign(image, { alt: "", hidden: true });
    const name = make("span", "name");
    if (entry.item && openable.has(entry.kind)) {
      const open = make("button", "open", titled(entry));
      open.type = "button";
      open.setAttribute("aria-label", t("openTitle", { title: named(entry) }));
      open.addEventListener("click", () => this.#open(entry, open));
      name.append(open);
    } else {
      name.append(titled(entry));
    }
    if (entry.isExplicit) name.append(make("abbr", "badge", "E"));
    if (entry.isExplicit) name.querySelector("abbr").title = t("explicit");
    const by = [entry.artist, entry.album, service].filter(Boolean).join(" · ");
    const text = make("span", "text", name, make("span", "by", entry.hasPreview === false ? `${by} · ${t("noPreview")}` : by));
    text.dir = "auto";
    const button = (place, picture, label, className) => {
      const button = iconButton(picture, t(label, { title: titled(entry) }), className);
      button.disabled = !entry.item && !entry.opened;
      button.addEventListener("click", () => this.#add(entry, place));
      return button;
    };
    const play = button("now", "disc", "playTitle", "thumb play");
    play.append(image, icon("play", "icon over"));
    const acts = make("div", "acts", ...places.map(([place, picture, label]) => button(place, picture, label)));
    setPicture(image, entry.cover, 96);
    return make("div", "result", play, text, make("span", "length", entry.duration ? clock(entry.duration) : ""), acts);
  }

  /** Shows what is inside of a result, in place of the results. */
  async #open(entry, button) {
    if (button.disabled) return;
    const shown = this.#number;
    button.disabled = true;
    try {
      const inside = await this.app.connection.send({ do: "open", item: entry.item });
      if (shown === this.#number && button.isConnected) this.#showInside(entry, inside, button);
    } catch (error) {
      this.app.announce(error.message);
    }
    button.disabled = false;
  }

  #showInside(entry, inside, button) {
    const results = $("search-results");
    const parts = new DocumentFragment();
    this.#before = { parts, top: $("search-scroll").scrollTop, button };
    parts.append(...results.childNodes);
    const back = make("button", "quiet", t("backToResults"));
    back.type = "button";
    back.addEventListener("click", () => this.#back());
    const title = make("h3", "inside-title", titled(entry));
    title.dir = "auto";
    const count = t("tracks", { count: inside.count });
    const by = make("p", "muted", [entry.artist, count].filter(Boolean).join(" · "));
    const acts = make("div", "inside-acts");
    for (const [place, label] of [["now", "playAll"], ["next", "playAllNext"], ["later", "addAll"]]) {
      const act = make("button", place === "now" ? "filled" : "quiet", t(label));
      act.type = "button";
      act.addEventListener("click", () => this.#add({ ...entry, opened: { of: inside.id } }, place));
      acts.append(act);
    }
    const rows = inside.entries.map((track, index) => make("li", "", this.#row({ ...track, opened: { of: inside.id, index } })));
    const part = make("section", "inside", back, title, by, acts, make("ol", "", ...rows));
    if (rows.length < inside.count) part.append(make("p", "note", t("notShown", { count: inside.count - rows.length })));
    part.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#back();
    });
    results.replaceChildren(part);
    $("search-scroll").scrollTop = 0;
    back.focus();
    this.app.announce(`${titled(entry)}, ${count}`, false);
  }

  #back() {
    if (!this.#before) return;
    const { parts, top, button } = this.#before;
    this.#before = null;
    $("search-results").replaceChildren(parts);
    $("search-scroll").scrollTop = top;
    button.focus();
  }

  async #add(entry, place) {
    try {
      const answer = await this.app.connection.send(entry.opened ? { do: "addOpened", ...entry.opened, place } : { do: "add", items: [entry.item], place });
      const count = answer.outcome?.added ?? 1;
      const what = count === 1 ? named(entry) : t("entriesOf", { count, title: titled(entry) });
      this.app.announce(t({ now: "addedNow", next: "addedNext", later: "addedLater" }[place], { title: what }));
    } catch (error) {
      this.app.announce(error.message);
    }
  }

  /** Up and down go from result to result, on the same button. */
  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest(".result");
    if (!step || !row) return;
    const rows = [...$("search-results").querySelectorAll(".result")];
    const place = [...row.querySelectorAll("button")].indexOf(event.target);
    const next = rows[rows.indexOf(row) + step];
    event.preventDefault();
    if (next) next.querySelectorAll("button")[Math.max(0, place)].focus();
  }
}
