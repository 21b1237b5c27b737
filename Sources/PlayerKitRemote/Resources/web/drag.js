// Reordering by mouse, finger or pen.
import { $ } from "./dom.js";

const edge = 56;

export class Dragging {
  /** What is dragged; null: nothing. */
  entry = null;
  #from = 0;
  #gap = 0;
  #y = 0;
  #frame = 0;
  #start = null;

  constructor(queue) {
    this.queue = queue;
    queue.space.addEventListener("pointerdown", (event) => this.#down(event));
    queue.space.addEventListener("pointermove", (event) => this.#move(event));
    queue.space.addEventListener("pointerup", () => this.#end(true));
    queue.space.addEventListener("pointercancel", () => this.#end(false));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.entry) this.#end(false);
    });
  }

  #down(event) {
    const row = event.target.closest(".entry");
    const isMouse = event.pointerType === "mouse";
    if (!row || event.button !== 0 || event.target.closest("button")) return;
    // A finger that moves on the row itself scrolls; a mouse drags it.
    if (!event.target.closest(".grip") && !isMouse) return;
    const index = Number(row.dataset.index);
    if (!this.queue.entry(index)) return;
    this.#start = { index, y: event.clientY, pointer: event.pointerId };
  }

  #move(event) {
    this.#y = event.clientY;
    if (this.#start && !this.entry && Math.abs(event.clientY - this.#start.y) > 5) {
      this.#from = this.#start.index;
      this.entry = this.queue.entry(this.#from);
      this.queue.space.setPointerCapture(this.#start.pointer);
      this.#step();
    }
    if (this.entry) event.preventDefault();
  }

  /** Follows the pointer, and scrolls near an edge. */
  #step() {
    if (!this.entry) return;
    const box = this.queue.scroll.getBoundingClientRect();
    const over = this.#y < box.top + edge ? this.#y - box.top - edge : Math.max(0, this.#y - box.bottom + edge);
    this.queue.scrollBy(over / 4);
    this.#gap = this.queue.gapAt(this.#y);
    const drop = $("drop");
    drop.hidden = false;
    drop.style.top = `${this.queue.gapTop(this.#gap)}px`;
    this.#frame = requestAnimationFrame(() => this.#step());
  }

  #end(isDropped) {
    cancelAnimationFrame(this.#frame);
    const entry = this.entry;
    this.#start = null;
    this.entry = null;
    $("drop").hidden = true;
    if (!entry) return;
    this.queue.scrollBy(0);
    if (isDropped) this.queue.move(entry, this.#from, this.#gap);
  }
}
