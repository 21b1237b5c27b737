// The queue: of any length; what is not seen is neither held nor drawn.
import { $, announce, ask, icon, iconButton, make, named, setAttribute, setPicture, setText, titled } from "./dom.js";
import { Dragging } from "./drag.js";
import { clock, t } from "./messages.js";

const rowHeight = 60;
/** Browsers draw nothing beyond some 17 million pixels: a longer list is scaled. */
const tallest = 8_000_000;
/** How many entries are asked for beyond those that are seen. */
const margin = 40;
const mostHeld = 1500;

export class Queue {
  count = 0;
  current = null;
  #version = -1;
  /** Entries by their indices, and those of an earlier version, which stand in for them. */
  #rows = new Map();
  #stale = new Map();
  #drawn = new Map();
  #isAsking = false;
  /** The place in the list, in pixels as if it were not scaled. */
  #top = 0;
  #lastScroll = 0;
  #settling = 0;
  #active = 0;
  #wantsFocus = false;
  /** Whether to go to the current entry once the list has a height: a hidden one has none. */
  #wantsCurrent = false;

  constructor(app) {
    this.app = app;
    this.scroll = $("queue-scroll");
    this.space = $("queue-space");
    this.scroll.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#layOut()).observe(this.scroll);
    this.space.addEventListener("keydown", (event) => this.#key(event));
    this.space.addEventListener("click", (event) => this.#click(event));
    this.space.addEventListener("dblclick", (event) => {
      if (event.target.closest("button, .grip")) return;
      const entry = this.#entryAt(event.target);
      if (entry) this.#jump(entry);
    });
    this.space.addEventListener("focusin", (event) => {
      const row = event.target.closest(".entry");
      if (row) this.#activate(Number(row.dataset.index));
    });
    $("queue-current").addEventListener("click", () => this.showCurrent());
    $("queue-clear").addEventListener("click", () => this.#clear());
    $("queue-find").addEventListener("click", () => app.show("search", true));
    this.dragging = new Dragging(this);
  }

  /** Another server: all that is known is void. */
  forget() {
    this.#version = -1;
    this.#rows.clear();
    this.#stale.clear();
  }

  show(state) {
    const isFirst = this.#version < 0;
    const moved = this.current !== (state.index ?? null);
    this.current = state.index ?? null;
    if (state.queue > this.#version) this.#renew(state.queue);
    this.#setCount(state.count);
    if (isFirst && this.current !== null) this.showCurrent(false);
    else if (moved) this.#draw();
  }

  // Places.

  get #height() { return this.count * rowHeight; }
  get #space() { return Math.min(this.#height, tallest); }
  get view() { return this.scroll.clientHeight; }
  /** How many pixels of the list one of the bar stands for. */
  get #scale() {
    const room = this.#space - this.view;
    return room > 0 ? Math.max(1, (this.#height - this.view) / room) : 1;
  }

  #setCount(count) {
    if (this.count === count && this.space.style.height) return;
    this.count = count;
    setText($("queue-count"), count === 0 ? "" : t("entries", { count }));
    $("queue-empty").hidden = count > 0;
    this.scroll.hidden = count === 0;
    $("queue-clear").hidden = $("queue-current").hidden = count === 0;
    setAttribute(this.space, "aria-rowcount", count);
    this.#active = Math.min(this.#active, Math.max(0, count - 1));
    this.#layOut();
  }

  #layOut() {
    this.space.style.height = `${this.#space}px`;
    this.#top = Math.max(0, Math.min(this.#top, this.#height - this.view));
    if (this.#wantsCurrent && this.view) this.showCurrent(false); else this.#draw();
  }

  #scrolled() {
    const now = this.scroll.scrollTop;
    const delta = now - this.#lastScroll;
    this.#lastScroll = now;
    // A wheel or a finger moves as far as it moves; the bar's thumb, as far as the bar says.
    if (this.#scale === 1) this.#top = now;
    else if (Math.abs(delta) < this.view * 1.5) this.#top += delta;
    else this.#top = now * this.#scale;
    this.#top = Math.max(0, Math.min(this.#top, this.#height - this.view));
    if (this.#scale > 1) {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => this.#settle(), 140);
    }
    this.#draw();
  }

  /** Puts the bar where the list is. */
  #settle() {
    const place = this.#top / this.#scale;
    if (Math.abs(place - this.scroll.scrollTop) >= 1) this.scroll.scrollTop = place;
    this.#lastScroll = this.scroll.scrollTop;
    this.#draw();
  }

  /** Goes to a place of the list. */
  #goTo(top) {
    this.#top = Math.max(0, Math.min(top, this.#height - this.view));
    this.scroll.scrollTop = this.#top / this.#scale;
    this.#lastScroll = this.scroll.scrollTop;
    this.#draw();
  }

  scrollBy(pixels) { this.#goTo(this.#top + pixels); }

  /** The index at a height of the window, between entries. */
  gapAt(clientY) {
    const y = clientY - this.scroll.getBoundingClientRect().top + this.#top;
    return Math.max(0, Math.min(this.count, Math.round(y / rowHeight)));
  }

  /** The height of a gap within the panel. */
  gapTop(index) { return this.scroll.offsetTop + index * rowHeight - this.#top; }

  entry(index) { return this.#rows.get(index) ?? this.#stale.get(index); }

  showCurrent(isFocused = true) {
    if (this.current === null) return;
    this.#wantsCurrent = !this.view;
    this.#goTo(this.current * rowHeight - (this.view - rowHeight) / 2);
    if (isFocused) this.#focus(this.current);
  }

  // Entries.

  #renew(version) {
    this.#version = version;
    for (const [index, entry] of this.#rows) this.#stale.set(index, entry);
    this.#rows = new Map();
    this.#draw();
  }

  #range() {
    const first = Math.max(0, Math.floor(this.#top / rowHeight));
    const last = Math.min(this.count, Math.ceil((this.#top + this.view) / rowHeight) + 1);
    return [first, last];
  }

  /** Asks for what is seen and lacks: one question at a time, so that who scrolls fast asks little. */
  async #ask() {
    if (this.#isAsking || !this.app.connection.isOpen || this.scroll.hidden || !this.view) return;
    const [first, last] = this.#range();
    let from = Math.max(0, first - margin);
    let to = Math.min(this.count, last + margin);
    while (from < to && this.#rows.has(from)) from += 1;
    while (to > from && this.#rows.has(to - 1)) to -= 1;
    const isSeen = [...Array(Math.max(0, last - first)).keys()].some((n) => !this.#rows.has(first + n));
    if (from >= to || !isSeen) return;
    if (to - from > 200) [from, to] = [Math.max(from, first - 20), Math.min(to, Math.max(from, first - 20) + 200)];
    this.#isAsking = true;
    try {
      const answer = await this.app.connection.send({ do: "window", from, count: to - from });
      if (answer.queue >= this.#version) {
        if (answer.queue > this.#version) this.#renew(answer.queue);
        answer.entries.forEach((entry, offset) => this.#rows.set(answer.from + offset, entry));
        this.#setCount(answer.count);
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    this.#isAsking = false;
    this.#thin();
    this.#draw();
  }

  #thin() {
    const [first, last] = this.#range();
    const isFar = (index) => index < first - mostHeld / 2 || index > last + mostHeld / 2;
    for (const map of [this.#rows, this.#stale]) {
      if (map.size > mostHeld) for (const index of map.keys()) if (isFar(index)) map.delete(index);
    }
    if ([...this.#stale.keys()].every((index) => this.#rows.has(index) || isFar(index))) this.#stale.clear();
  }

  // Drawing.

  #draw() {
    if (this.scroll.hidden || !this.view) return;
    const [first, last] = this.#range();
    const shift = this.scroll.scrollTop - this.#top;
    const free = [];
    for (const [index, row] of this.#drawn) {
      if (index >= first && index < last) continue;
      this.#drawn.delete(index);
      free.push(row);
    }
    for (let index = first; index < last; index += 1) {
      let row = this.#drawn.get(index);
      if (!row) {
        row = free.pop() ?? this.#makeRow();
        this.#drawn.set(index, row);
        if (!row.isConnected) this.space.append(row);
      }
      this.#fillRow(row, index);
      row.style.transform = `translateY(${index * rowHeight + shift}px)`;
    }
    for (const row of free) row.remove();
    if (this.#wantsFocus && this.#drawn.has(this.#active)) {
      this.#wantsFocus = false;
      this.#drawn.get(this.#active).focus({ preventScroll: true });
    }
    this.#ask();
  }

  #makeRow() {
    const grip = make("span", "grip", icon("grip"));
    grip.setAttribute("aria-hidden", "true");
    const image = make("img");
    Object.assign(image, { alt: "", hidden: true });
    const bars = make("span", "bars", make("i"), make("i"), make("i"));
    const thumb = iconButton("disc", t("play"), "thumb play");
    thumb.append(image, bars, icon("play", "icon over"));
    const text = make("span", "text", make("span", "name"), make("span", "by"));
    text.dir = "auto";
    const what = make("div", "what", grip, thumb, text);
    const length = make("div", "length");
    const acts = make("div", "acts", iconButton("more", t("more"), "plain more"), iconButton("remove", t("remove"), "plain remove"));
    for (const cell of [what, length, acts]) cell.setAttribute("role", "gridcell");
    const row = make("div", "entry", what, length, acts);
    row.setAttribute("role", "row");
    return row;
  }

  #fillRow(row, index) {
    const entry = this.entry(index);
    row.dataset.index = index;
    row.dataset.entry = entry?.id ?? "";
    setAttribute(row, "aria-rowindex", index + 1);
    const isCurrent = index === this.current;
    row.classList.toggle("current", isCurrent);
    row.classList.toggle("pending", !entry);
    row.classList.toggle("moving", Boolean(entry) && entry.id === this.dragging?.entry?.id);
    if (isCurrent) setAttribute(row, "aria-current", "true"); else row.removeAttribute("aria-current");
    setAttribute(row, "tabindex", index === this.#active ? 0 : -1);
    for (const button of row.querySelectorAll("button")) setAttribute(button, "tabindex", index === this.#active ? 0 : -1);
    const title = entry ? titled(entry) : "";
    setText(row.querySelector(".name"), title);
    setText(row.querySelector(".by"), entry ? [entry.artist, entry.album].filter(Boolean).join(" · ") : "");
    setText(row.querySelector(".length"), entry?.duration ? clock(entry.duration) : "");
    setPicture(row.querySelector("img"), entry?.cover, 96);
    for (const [name, label] of [["play", "playTitle"], ["more", "moreFor"], ["remove", "removeTitle"]]) {
      const button = row.querySelector("." + name);
      setAttribute(button, "aria-label", t(label, { title }));
      setAttribute(button, "title", t(label, { title }));
    }
  }

  // Commands.

  #entryAt(target) {
    const row = target.closest(".entry");
    return row ? this.entry(Number(row.dataset.index)) : null;
  }

  #click(event) {
    const entry = this.#entryAt(event.target);
    if (!entry) return;
    if (event.target.closest(".remove")) this.#remove(entry);
    else if (event.target.closest(".more")) this.#menu(entry);
    // A tap plays. A click of a mouse only chooses the row; a double click plays it.
    else if (event.target.closest(".play") || event.pointerType === "touch") this.#jump(entry);
  }

  #jump(entry) { this.app.command({ do: "jump", entry: entry.id }); }

  #remove(entry) {
    const isFocused = this.space.contains(document.activeElement);
    const done = this.app.command({ do: "remove", entries: [entry.id] }, t("removed", { title: named(entry) }));
    if (isFocused) done.then(() => this.#focus(Math.min(this.#active, this.count - 1)));
  }

  bringNext(entry) { return this.app.command({ do: "bringNext", entry: entry.id }, t("playsNext", { title: named(entry) })); }

  /** Moves an entry into the gap before `gap`; says where it is then. */
  move(entry, from, gap) {
    const to = gap > from ? gap - 1 : gap;
    if (to === from) return Promise.resolve();
    const before = gap < this.count ? this.entry(gap)?.id : undefined;
    const wish = before !== undefined || gap >= this.count
      ? { do: "move", entry: entry.id, ...(before === undefined ? {} : { before }) }
      : { do: "move", entry: entry.id, index: to };
    return this.app.command(wish, t("movedTo", { title: named(entry), place: to + 1, total: this.count }));
  }

  async #menu(entry) {
    setText($("row-menu-title"), titled(entry));
    const choice = await ask($("row-menu"));
    switch (choice) {
      case "jump": return this.#jump(entry);
      case "bringNext": return this.bringNext(entry);
      case "remove": return this.#remove(entry);
      case "top": case "bottom": {
        const index = choice === "top" ? 0 : this.count - 1;
        return this.app.command({ do: "move", entry: entry.id, index }, t(choice === "top" ? "movedTop" : "movedEnd", { title: named(entry) }));
      }
    }
  }

  async #clear() {
    if (await ask($("clear-dialog")) === "clear") this.app.command({ do: "clear" }, t("queueIsEmpty"));
  }

  // The keyboard.

  #activate(index) {
    if (index === this.#active) return;
    this.#active = index;
    this.#draw();
  }

  #focus(index) {
    if (this.count === 0) return $("queue-find").focus();
    this.#active = Math.max(0, Math.min(index, this.count - 1));
    this.#wantsFocus = true;
    const top = this.#active * rowHeight;
    if (top < this.#top) this.#goTo(top);
    else if (top + rowHeight > this.#top + this.view) this.#goTo(top + rowHeight - this.view);
    else this.#draw();
  }

  #key(event) {
    const index = this.#active;
    const entry = this.entry(index);
    const page = Math.max(1, Math.floor(this.view / rowHeight) - 1);
    const steps = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page, Home: -Infinity, End: Infinity };
    const isOnButton = event.target.closest("button") !== null;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key in steps) {
      const to = Math.max(0, Math.min(this.count - 1, index + steps[event.key]));
      event.preventDefault();
      if (event.altKey && entry) return this.#moveTo(entry, index, to);
      return this.#focus(to);
    }
    if (isOnButton || !entry || event.altKey) return;
    switch (event.key) {
      case "Enter": this.#jump(entry); break;
      case "Delete": case "Backspace": this.#remove(entry); break;
      case "n": this.bringNext(entry); break;
      case "m": case "ContextMenu": this.#menu(entry); break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  async #moveTo(entry, from, to) {
    if (to === from) return announce(t("cantMove", { title: named(entry) }), false);
    this.#active = to;
    this.#wantsFocus = true;
    await this.move(entry, from, to > from ? to + 1 : to);
    this.#focus(to);
  }
}
