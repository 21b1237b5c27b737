// Parts of the page. Texts of strangers go in by textContent alone.
import { englishText, t } from "./messages.js";

/** The element with this id. */
export const $ = (id) => document.getElementById(id);

/** A new element with a class, texts and children. */
export function make(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

const svg = "http://www.w3.org/2000/svg";

/** A picture of the sprite. */
export function icon(name, className = "icon") {
  const picture = document.createElementNS(svg, "svg");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", "#i-" + name);
  picture.setAttribute("class", className);
  picture.setAttribute("aria-hidden", "true");
  picture.append(use);
  return picture;
}

/** Shows another picture in a button. */
export function setIcon(button, name) {
  const use = button.querySelector("use");
  const value = "#i-" + name;
  if (use.getAttribute("href") !== value) use.setAttribute("href", value);
}

/** A button with a picture, and a name for those who do not see it. */
export function iconButton(name, label, className = "plain") {
  const button = make("button", className, icon(name));
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.title = label;
  return button;
}

/** Sets a text, and touches nothing where it stands there already. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, and touches nothing where it is so already. */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Shows a picture of the server, or none. */
export function setPicture(image, path, size) {
  const source = path ? path + "/" + size : "";
  if ((image.dataset.source ?? "") === source) return;
  image.dataset.source = source;
  image.hidden = true;
  image.removeAttribute("src");
  if (!source) return;
  image.onload = () => { image.hidden = false; };
  image.onerror = () => { image.hidden = true; };
  image.src = source;
}

/** The title of an entry. */
export const titled = (entry) => entry?.title || t("untitled");

/** An entry in words. */
export function named(entry) {
  const title = titled(entry);
  return entry?.artist ? t("titleByArtist", { title, artist: entry.artist }) : title;
}

/** The text of an error code in the user's language. The English message if the page does not know the code. */
export function errorText(code, message) {
  const key = "error." + code;
  const text = t(key);
  return text.includes(key) ? message || t("error.failed") : text;
}

/** A failure as the server reports it: in the user's language, then its details in English, if there are any. */
export function failureText({ code, message }) {
  const text = errorText(code, message);
  const known = [text, englishText("error." + code)].join(" ");
  return !message || known.includes(message) ? text : `${text} (${message})`;
}

let fading;

/** Reports what happened, on the screen and to screen readers. */
export function announce(text, isShown = true) {
  const live = $("live");
  // What lies behind an open dialog is dimmed, and is not read aloud.
  const place = document.querySelector("dialog[open]") ?? document.body;
  if (live.parentElement !== place) place.append(live, $("toast"));
  // The same text twice is told twice.
  live.textContent = live.textContent === text ? text + "\u00a0" : text;
  if (!isShown) return;
  const toast = $("toast");
  toast.textContent = text;
  toast.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => toast.classList.remove("shown"), 2600);
}

/** Opens a dialog; resolves to the value of the button that closed it, "" where none did. */
export function ask(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
