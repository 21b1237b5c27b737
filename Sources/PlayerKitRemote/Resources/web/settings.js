// What this browser remembers, and the keys.
import { $ } from "./dom.js";
import { chooseLanguage, listLanguages, number, t } from "./messages.js";

const stored = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const store = (name, value) => { try { localStorage.setItem(name, value); } catch { /* A private window. */ } };

export class Settings {
  constructor(app) {
    this.app = app;
    $("open-settings").addEventListener("click", () => this.open());
    this.#theme(stored("theme") ?? "");
    $("theme").addEventListener("change", ({ target }) => this.#theme(target.value));
    listLanguages($("language"));
    // All texts of the page change, so it starts again.
    $("language").addEventListener("change", async ({ target }) => {
      await chooseLanguage(target.value);
      location.reload();
    });
    for (const option of $("rate").options) {
      option.value = option.text;
      option.text = number(Number(option.value));
    }
    $("rate").addEventListener("change", ({ target }) => app.command({ do: "rate", to: Number(target.value) }, t("speedIs", { rate: Number(target.value) })));
    $("stop-after").addEventListener("change", ({ target }) => app.command({ do: "stopAfterCurrent", on: target.checked }, t(target.checked ? "stopsAfter" : "goesOn")));
    $("media-keys").addEventListener("change", ({ target }) => { app.media.isOn = target.checked; });
    $("shortcuts").checked = stored("shortcuts") !== "off";
    $("shortcuts").addEventListener("change", ({ target }) => store("shortcuts", target.checked ? "on" : "off"));
    addEventListener("keydown", (event) => this.#key(event));
  }

  open() { $("settings").showModal(); }

  show(state) {
    $("stop-after").checked = state.stopsAfterCurrent;
    const rate = $("rate");
    const value = String(state.rate);
    if (document.activeElement !== rate) {
      if (![...rate.options].some((option) => option.value === value)) rate.add(new Option(number(state.rate), value));
      rate.value = value;
    }
  }

  #theme(theme) {
    $("theme").value = theme;
    if (theme) document.documentElement.dataset.theme = theme; else delete document.documentElement.dataset.theme;
    store("theme", theme);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !$("shortcuts").checked) return;
    const target = event.target;
    if (document.querySelector("dialog[open]") || target.matches("input:not([type=range], [type=radio]), select, textarea")) return;
    const isOnControl = target.matches("button, input");
    const { player } = this.app;
    const keys = {
      " ": () => !isOnControl && (player.toggle(), true), k: () => player.toggle(),
      j: () => player.skip(-10), l: () => player.skip(10),
      n: () => player.next(), p: () => player.previous(),
      "+": () => player.louder(0.05), "=": () => player.louder(0.05), "-": () => player.louder(-0.05),
      m: () => player.mute(), s: () => player.shuffle(), r: () => player.repeat(),
      "/": () => this.app.show("search", true), "?": () => this.open(),
    };
    const action = keys[event.key];
    if (!action || action() === false) return;
    event.preventDefault();
  }
}
