// Search over the services, and links that are pasted.
import { $, failureText, make, setText } from "./dom.js";
import { t } from "./messages.js";
import { Results } from "./results.js";

const order = ["song", "album", "artist", "playlist", "station", "show", "episode", "musicVideo"];
const openable = new Set(["album", "artist", "playlist", "show"]);

export class Search extends Results {
  #found = 0;
  #services = [];

  constructor(app) {
    super(app, "search", "backToResults");
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

  opens(entry) { return Boolean(entry.item) && openable.has(entry.kind); }

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
    this.results.append(make("h3", "service", t("thisLink")), this.row({ item: text, title: text }));
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
      const number = this.number = answer.number;
      await answer;
      if (number !== this.number) return;
      if (this.#found === 0 && !this.results.childElementCount) this.#note(t("nothingFound", { term }));
      this.app.announce(t("results", { count: this.#found }), false);
    } catch (error) {
      this.#note(error.message);
      this.app.announce(error.message);
    }
  }

  #clear() {
    this.number = 0;
    this.before = null;
    this.results.replaceChildren();
    $("search-empty").hidden = true;
  }

  #note(text) {
    $("search-empty").hidden = false;
    setText($("search-note"), text);
  }

  #part(found) {
    if (found.id !== this.number || !found.entries.length && !found.error) return;
    $("search-empty").hidden = true;
    this.#found += found.entries.length;
    // If something is open, its results wait in its place.
    const results = this.before?.parts ?? this.results;
    if (found.error) {
      results.append(make("section", "failed", make("h3", "service", found.service), make("p", "note", failureText(found.error))));
      return;
    }
    let list = results.querySelector("ul");
    if (!list) results.prepend(list = make("ul"));
    // The best results of all services come first; equally good ones keep their place at their services.
    found.entries.forEach((entry, rank) => {
      const score = entry.score ?? 0;
      const next = [...list.children].find(({ dataset }) => (score - dataset.score || dataset.rank - rank) > 0);
      const row = make("li", "", this.row(entry, found.service));
      Object.assign(row.dataset, { rank, score });
      list.insertBefore(row, next ?? null);
    });
  }
}
