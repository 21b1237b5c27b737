// Rows of music, and what is inside of them: for the search and for the user's lists.
import { $, icon, iconButton, make, named, setPicture, titled } from "./dom.js";
import { clock, t } from "./messages.js";

const places = [["next", "add-next", "playTitleNext"], ["later", "add", "addTitle"]];

/** A view with rows that are played and added, and some of which open. Subclasses say what stands in it. */
export class Results {
  /** The number of the request whose answers are shown. */
  number = 0;
  /** What stood there before something was opened, and what was opened. */
  before = null;

  /** @param name The beginning of the ids of the view's elements. */
  constructor(app, name, backText) {
    this.app = app;
    this.backText = backText;
    this.results = $(name + "-results");
    this.view = $(name + "-scroll");
    this.results.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether a row opens. */
  opens(entry) { return false; }

  /** The message that opens an entry. */
  opening(entry) { return { do: "open", item: entry.item }; }

  /** The second line of a row. */
  about(entry, service) { return [entry.artist, entry.album, service]; }

  /** A row. Its cover is the button that plays it. */
  row(entry, service = "") {
    const image = make("img");
    Object.assign(image, { alt: "", hidden: true });
    const name = make("span", "name");
    if (this.opens(entry)) {
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
    const about = [...this.about(entry, service), entry.hasPreview === false ? t("noPreview") : ""];
    const text = make("span", "text", name, make("span", "by", about.filter(Boolean).join(" · ")));
    text.dir = "auto";
    const button = (place, picture, label, className) => {
      const button = iconButton(picture, t(label, { title: titled(entry) }), className);
      button.disabled = !entry.item && !entry.opened;
      button.addEventListener("click", () => this.add(entry, place));
      return button;
    };
    const play = button("now", "disc", "playTitle", "thumb play");
    play.append(image, icon("play", "icon over"));
    const acts = make("div", "acts", ...places.map(([place, picture, label]) => button(place, picture, label)));
    setPicture(image, entry.cover, 96);
    return make("div", "result", play, text, make("span", "length", entry.duration ? clock(entry.duration) : ""), acts);
  }

  /** Shows what is inside of a row, in place of the rows. */
  async #open(entry, button) {
    if (button.disabled) return;
    const shown = this.number;
    button.disabled = true;
    try {
      const inside = await this.app.connection.send(this.opening(entry));
      if (shown === this.number && button.isConnected) this.#showInside(entry, inside, button);
    } catch (error) {
      this.app.announce(error.message);
    }
    button.disabled = false;
  }

  #showInside(entry, inside, button) {
    const parts = new DocumentFragment();
    this.before = { parts, top: this.view.scrollTop, button };
    parts.append(...this.results.childNodes);
    const back = make("button", "quiet", t(this.backText));
    back.type = "button";
    back.addEventListener("click", () => this.back());
    const title = make("h3", "inside-title", titled(entry));
    title.dir = "auto";
    const total = inside.hasMore ? entry.count ?? 0 : inside.count;
    const count = total ? t("tracks", { count: total }) : "";
    const by = make("p", "muted", [entry.artist, count].filter(Boolean).join(" · "));
    by.dir = "auto";
    const acts = make("div", "inside-acts");
    for (const [place, label] of [["now", "playAll"], ["next", "playAllNext"], ["later", "addAll"]]) {
      const act = make("button", place === "now" ? "filled" : "quiet", t(label));
      act.type = "button";
      act.addEventListener("click", () => this.add({ ...entry, opened: { of: inside.id } }, place));
      acts.append(act);
    }
    const list = make("ol");
    const part = make("section", "inside", back, title, by, acts, list);
    this.#showTracks(list, entry, inside.id, inside, 0);
    part.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.back();
    });
    this.results.replaceChildren(part);
    this.view.scrollTop = 0;
    back.focus();
    this.app.announce([titled(entry), count].filter(Boolean).join(", "), false);
  }

  /** Appends tracks, and what follows them: a button for more, or how many are not shown. */
  #showTracks(list, entry, of, { entries, count, hasMore }, from) {
    const rows = entries.map((track, place) => make("li", "", this.row({ ...track, opened: { of, index: from + place } })));
    list.append(...rows);
    const shown = from + rows.length;
    // The service counts tracks that can't be played as well.
    const rest = Math.max(count, hasMore === undefined ? 0 : entry.count ?? 0) - shown;
    if (hasMore) {
      const more = make("button", "quiet more", t("showMore"));
      more.type = "button";
      more.addEventListener("click", () => this.#more(list, entry, of, more));
      list.after(more);
    } else if (rest > 0) {
      list.after(make("p", "note", t("notShown", { count: rest })));
    }
    return rows;
  }

  async #more(list, entry, of, button) {
    if (button.disabled) return;
    button.disabled = true;
    try {
      const answer = await this.app.connection.send({ do: "more", of });
      if (!list.isConnected) return;
      const hadFocus = button === document.activeElement || document.activeElement === document.body;
      button.remove();
      const rows = this.#showTracks(list, entry, of, answer, answer.from);
      if (hadFocus) (rows[0]?.querySelector("button") ?? this.results.querySelector("button")).focus({ preventScroll: true });
      this.app.announce(t("moreTracks", { count: rows.length }), false);
    } catch (error) {
      button.disabled = false;
      this.app.announce(error.message);
    }
  }

  back() {
    if (!this.before) return;
    const { parts, top, button } = this.before;
    this.before = null;
    this.results.replaceChildren(parts);
    this.view.scrollTop = top;
    button.focus();
  }

  /** The message that adds an entry, or all that is inside of it. */
  async adding(entry, place) {
    return entry.opened ? { do: "addOpened", ...entry.opened, place } : { do: "add", items: [entry.item], place };
  }

  async add(entry, place) {
    try {
      const answer = await this.app.connection.send(await this.adding(entry, place));
      const count = answer.outcome?.added ?? 1;
      const what = count === 1 ? named(entry) : t("entriesOf", { count, title: titled(entry) });
      this.app.announce(t({ now: "addedNow", next: "addedNext", later: "addedLater" }[place], { title: what }));
    } catch (error) {
      this.app.announce(error.message);
    }
  }

  /** Up and down go from row to row, on the same button. */
  #key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = event.target.closest(".result");
    if (!step || !row) return;
    const rows = [...this.results.querySelectorAll(".result")];
    const place = [...row.querySelectorAll("button")].indexOf(event.target);
    const next = rows[rows.indexOf(row) + step];
    event.preventDefault();
    if (next) next.querySelectorAll("button")[Math.max(0, place)].focus();
  }
}
