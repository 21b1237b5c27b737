// The words and the chapters of what plays.
import { $, make, setAttribute } from "./dom.js";
import { clock, t } from "./messages.js";

export class Words {
  #line = null;
  #chapter = null;
  #isWanted = false;
  #chapterCount = 0;

  constructor(app) {
    this.app = app;
    $("lyrics").addEventListener("click", (event) => {
      const line = event.target.closest("button");
      if (line) app.player.seek(Number(line.dataset.start));
    });
    $("chapters").addEventListener("click", (event) => {
      const chapter = event.target.closest("button");
      if (chapter) app.command({ do: "chapter", index: Number(chapter.dataset.index) });
    });
  }

  /** Services are asked for words only while they are seen. */
  want(isWanted) {
    this.#isWanted = isWanted;
    if (this.app.connection.isOpen) this.app.connection.send({ do: "lyrics", on: isWanted }).catch(() => {});
  }

  /** A new connection knows nothing of it. */
  again() { if (this.#isWanted) this.want(true); }

  showLyrics({ lines, language }) {
    this.#line = null;
    $("lyrics-empty").hidden = lines.length > 0;
    const list = $("lyrics");
    if (language) list.lang = language; else list.removeAttribute("lang");
    list.replaceChildren(...lines.map(({ start, text }) => {
      const inner = make(start === undefined ? "span" : "button", "", text || "♪");
      if (start !== undefined) Object.assign(inner, { type: "button" }).dataset.start = start;
      inner.dir = "auto";
      return make("li", "", inner);
    }));
    if (this.app.player.state) this.show(this.app.player.state);
  }

  showChapters({ chapters }) {
    this.#chapter = null;
    this.#chapterCount = chapters.length;
    $("tab-chapters").hidden = chapters.length === 0;
    if (chapters.length === 0 && this.app.tab === "chapters") this.app.show("queue");
    $("chapters").replaceChildren(...chapters.map(({ title, start }, index) => {
      const name = make("span", "", title || t("chapter", { number: index + 1 }));
      name.dir = "auto";
      const button = make("button", "", name, make("time", "", clock(start)));
      Object.assign(button, { type: "button" }).dataset.index = index;
      return make("li", "", button);
    }));
    if (this.app.player.state) this.show(this.app.player.state);
  }

  show({ line, chapter }) {
    if (line !== this.#line) {
      this.#line = line;
      [...$("lyrics").children].forEach((row, index) => {
        row.classList.toggle("current", index === line);
      });
      const row = $("lyrics").children[line];
      if (row && !$("panel-lyrics").hidden) row.scrollIntoView({ block: "center", behavior: "smooth" });
    }
    if (chapter !== this.#chapter) {
      this.#chapter = chapter;
      [...$("chapters").children].forEach((row, index) => {
        row.classList.toggle("current", index === chapter);
        const button = row.firstElementChild;
        if (index === chapter) setAttribute(button, "aria-current", "true"); else button.removeAttribute("aria-current");
      });
    }
  }
}
