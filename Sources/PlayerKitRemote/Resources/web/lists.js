// The user's playlists and library at the services.
import { $, failureText, make, setText } from "./dom.js";
import { t } from "./messages.js";
import { Results } from "./results.js";

/** The kinds of lists that the page has a name for, in their order. */
const order = ["playlist", "album"];
/** Lists that services keep, and that have no titles of their own. */
const collections = ["songs", "favorites"];

export class Lists extends Results {
  #services = [];
  /** Whether the lists were requested over this connection. */
  #isAsked = false;
  #found = 0;

  constructor(app) {
    super(app, "lists", "backToLists");
    $("lists-form").addEventListener("submit", (event) => event.preventDefault());
    $("lists-kinds").addEventListener("change", () => this.#load());
    $("lists-service").addEventListener("change", () => {
      this.#showKinds();
      this.#load();
    });
    $("lists-again").addEventListener("click", () => this.#load());
    app.connection.addEventListener("part", ({ detail }) => this.#part(detail));
  }

  /** The services with lists, as the server has them. */
  greet(services) {
    this.#services = services;
    // What is shown stays, but can't be opened over the new connection before it is asked for again.
    this.#isAsked = false;
    $("tab-lists").hidden = services.length === 0;
    const select = $("lists-service");
    const chosen = select.value;
    select.replaceChildren(new Option(t("allServices"), ""), ...services.map(({ name }) => new Option(name, name)));
    select.value = services.some(({ name }) => name === chosen) ? chosen : "";
    this.#showKinds();
    if (this.app.tab !== "lists") return;
    if (services.length === 0) this.app.show("queue"); else this.show();
  }

  /** The view has come into sight: services are asked only then. */
  show() { if (!this.#isAsked && this.app.connection.isOpen) this.#load(); }

  opens(entry) { return Boolean(entry.list); }

  opening({ list, kind, service }) { return { do: "openList", service, kind, item: list }; }

  about(entry, service) {
    return [entry.artist, entry.album, entry.list && entry.count !== undefined ? t("tracks", { count: entry.count }) : "", service];
  }

  async adding(entry, place) {
    if (!entry.list || entry.opened) return super.adding(entry, place);
    const { id } = await this.app.connection.send(this.opening(entry));
    return { do: "addOpened", of: id, place };
  }

  get #kind() { return document.querySelector("input[name=list-kind]:checked")?.value ?? order[0]; }

  /** The services that are asked. */
  get #asked() {
    const service = $("lists-service").value;
    return this.#services.filter(({ name }) => !service || name === service);
  }

  #showKinds() {
    const kinds = order.filter((kind) => this.#asked.some(({ kinds }) => kinds.includes(kind)));
    const chosen = kinds.includes(this.#kind) ? this.#kind : kinds[0];
    const legend = $("lists-kinds").querySelector("legend");
    $("lists-kinds").replaceChildren(legend, ...kinds.map((kind) => {
      const input = make("input");
      Object.assign(input, { type: "radio", name: "list-kind", value: kind, checked: kind === chosen });
      return make("label", "", input, make("span", "", t("kind." + kind)));
    }));
  }

  async #load() {
    const kind = this.#kind;
    const service = $("lists-service").value;
    this.#isAsked = true;
    this.#found = 0;
    this.before = null;
    $("lists-empty").hidden = true;
    this.results.replaceChildren(...this.#asked.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => {
      const section = make("section", "", make("h3", "service", name), make("ul"), make("p", "note", t("loading")));
      section.dataset.service = name;
      return section;
    }));
    try {
      const answer = this.app.connection.send({ do: "lists", kind, services: service ? [service] : [] });
      const number = this.number = answer.number;
      await answer;
      if (number !== this.number) return;
      this.#end();
      this.app.announce(t("listCount", { count: this.#found }), false);
    } catch (error) {
      this.#isAsked = false;
      this.results.replaceChildren();
      $("lists-empty").hidden = false;
      setText($("lists-note"), error.message);
      this.app.announce(error.message);
    }
  }

  /** The sections. If something is open, they wait in its place. */
  get #sections() { return [...(this.before?.parts ?? this.results).querySelectorAll("section[data-service]")]; }

  #part({ id, service, entries, error, hasMore }) {
    const section = id === this.number ? this.#sections.find((one) => one.dataset.service === service) : null;
    if (!section) return;
    this.#found += entries.length;
    section.querySelector("ul").append(...entries.map((entry) => make("li", "", this.row(this.#list(entry, service)))));
    if (error || hasMore) {
      const count = section.querySelectorAll("li").length;
      setText(section.querySelector(".note"), error ? failureText(error) : t("firstLists", { count }));
      section.dataset.isTold = "";
    }
  }

  /** A list of the server as an entry of this view. */
  #list(entry, service) {
    const isCollection = entry.kind === "libraryPage" && collections.includes(entry.item);
    return { ...entry, service, list: entry.item, title: isCollection ? t("list." + entry.item) : entry.title };
  }

  /** All services have answered. */
  #end() {
    for (const section of this.#sections) {
      if ("isTold" in section.dataset) continue;
      const note = section.querySelector(".note");
      if (section.querySelector("li")) note.remove(); else setText(note, t("noLists"));
    }
  }
}
