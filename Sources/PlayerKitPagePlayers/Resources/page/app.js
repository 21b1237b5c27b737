// Puts the page together.
import { Link } from "./link.js";
import { MediaAdapter } from "./media.js";
import { MusicKitAdapter } from "./musickit.js";
import { Player } from "./player.js";
import { hasDRM } from "./sdk.js";
import { SpotifyAdapter } from "./spotify.js";
import { View } from "./view.js";
import { YouTubeAdapter } from "./youtube.js";

const $ = (id) => document.getElementById(id);

async function readConfig() {
  for (let delay = 500; ; delay = Math.min(delay * 2, 10000)) {
    try { return await (await fetch("/config.json", { cache: "no-store" })).json(); } catch { /* The server is away. */ }
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

const [config, drm] = await Promise.all([readConfig(), hasDRM()]);
const isActivated = () => Boolean(navigator.userActivation?.hasBeenActive);
const isVisible = () => document.visibilityState === "visible";

const link = new Link(() => ({
  activated: isActivated(), visible: isVisible(), secure: isSecureContext, drm, adapters: player.states,
}));
const player = new Player(link, config);
player.add(new MediaAdapter(player, $("media")));
player.add(new MusicKitAdapter(player, $("music-video")));
player.add(new YouTubeAdapter(player, $("youtube")));
player.add(new SpotifyAdapter(player));
const view = new View(player, link);

link.addEventListener("open", () => view.connected());
link.addEventListener("forget", () => player.forget());
link.addEventListener("lost", ({ detail }) => {
  player.forget();
  view.lost(detail);
});
link.addEventListener("message", ({ detail: message }) => {
  switch (message.type) {
    case "role": view.setRole(message.role); break;
    case "view": view.setMode(message.mode === "full" ? "full" : "bar"); break;
    case "signIn": view.offerSignIn(); break;
    default: player.handle(message);
  }
});

let wasActivated = isActivated();
const activate = () => {
  if (wasActivated === isActivated()) return;
  wasActivated = isActivated();
  link.send("status", { activated: wasActivated, visible: isVisible() });
  view.draw();
};
// The activation holds from the end of a press on.
for (const name of ["pointerup", "keydown", "click"]) addEventListener(name, () => setTimeout(activate), true);
document.addEventListener("visibilitychange", () => link.send("status", { activated: isActivated(), visible: isVisible() }));
