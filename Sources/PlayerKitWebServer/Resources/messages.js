// Texts, numbers and durations in the user's language.

/** The languages that have a message file, by their own names. */
export const languages = { en: "English", de: "Deutsch", fr: "Français", es: "Español", ja: "日本語" };

/** A language for tests of the layout: English, written from right to left. */
const mirrored = "ar-XB";
const rightToLeft = ["ar", "fa", "he", "ur"];

let english = {};
let messages = {};
let locale = "en";
let plural = new Intl.PluralRules("en");
let isRightToLeft = false;

/** The language that the user chose in this browser. Empty if the browser's languages decide. */
export function chosenLanguage() {
  try { return localStorage.getItem("language") ?? ""; } catch { return ""; }
}

/** Remembers a language in this browser. An empty one leaves the choice to the browser's languages. */
export async function chooseLanguage(language) {
  try { localStorage.setItem("language", language); } catch { /* A private window. */ }
  await load(language);
}

/** The first language that has messages, and its tag for numbers. */
function select(chosen) {
  for (const tag of [chosen, ...navigator.languages]) {
    const language = tag.split("-")[0].toLowerCase();
    if (tag === mirrored) return ["en", mirrored];
    if (Object.hasOwn(languages, language)) return [language, isTag(tag) ? tag : language];
  }
  return ["en", "en"];
}

function isTag(tag) {
  try { return Intl.getCanonicalLocales(tag).length === 1; } catch { return false; }
}

/** Reads a message file. Tries again until the server answers. */
async function read(language) {
  for (let delay = 500; ; delay = Math.min(delay * 2, 10000)) {
    try {
      const answer = await fetch(`/${language}.json`);
      if (answer.ok) return await answer.json();
    } catch { /* The server is away. */ }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

async function load(chosen) {
  const [language, tag] = select(chosen);
  messages = language === "en" ? english : await read(language);
  locale = tag;
  plural = new Intl.PluralRules(locale);
  isRightToLeft = rightToLeft.includes(locale.split("-")[0]);
  document.documentElement.lang = locale;
  document.documentElement.dir = isRightToLeft ? "rtl" : "ltr";
  translate();
}

/** Sets the texts of all elements that name a message. */
function translate() {
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.dataset.label));
  for (const element of document.querySelectorAll("[data-placeholder]")) element.placeholder = t(element.dataset.placeholder);
}

/**
 * The text of a message, in English if the language lacks it.
 *
 * `values` fill the places in braces. `count` selects the plural form.
 */
export function t(key, values = {}) {
  const message = messages[key] ?? english[key] ?? key;
  const text = typeof message === "string" ? message : message[plural.select(values.count)] ?? message.other;
  const filled = text.replace(/\{(\w+)\}/g, (_, name) => place(values[name] ?? ""));
  return locale === mirrored ? `\u202e${filled}\u202c` : filled;
}

/** The English text of a message. `undefined` if there is no such message. */
export const englishText = (key) => english[key];

/** A title keeps its own direction inside of a text from right to left. */
function place(value) {
  if (typeof value === "number") return number(value);
  return isRightToLeft ? `\u2068${value}\u2069` : value;
}

/** A number with the digits and separators of the language. */
export const number = (value, options) => new Intl.NumberFormat(locale, options).format(value);

/** A share from 0 to 1 in percent. */
export const percent = (share) => number(share, { style: "percent", maximumFractionDigits: 0 });

/** A time as 1:02:03. */
export function clock(seconds) {
  const whole = Number.isFinite(seconds) ? Math.floor(Math.max(seconds, 0)) : 0;
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const digits = (n, count) => number(n, { minimumIntegerDigits: count, useGrouping: false });
  return h ? `${digits(h, 1)}:${digits(m, 2)}:${digits(s, 2)}` : `${digits(m, 1)}:${digits(s, 2)}`;
}

/** A time in words. */
export function spoken(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const units = { hour: Math.floor(whole / 3600), minute: Math.floor(whole / 60) % 60, second: whole % 60 };
  const parts = Object.entries(units).filter(([unit, n]) => n > 0 || unit === "second" && whole === 0);
  const texts = parts.map(([unit, n]) => number(n, { style: "unit", unit, unitDisplay: "long" }));
  return new Intl.ListFormat(locale, { type: "unit", style: "narrow" }).format(texts);
}

/** Fills a list of languages, and selects the chosen one. */
export function listLanguages(select) {
  const chosen = chosenLanguage();
  for (const [language, name] of Object.entries(languages)) {
    const option = new Option(name, language);
    option.lang = language;
    select.add(option);
  }
  select.value = Object.hasOwn(languages, chosen) ? chosen : "";
}

english = await read("en");
await load(chosenLanguage());
