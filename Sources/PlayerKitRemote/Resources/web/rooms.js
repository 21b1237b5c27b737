// The rooms in which the queue is heard: groups, volumes, mutes, who plays with whom.
import { $, ask, iconButton, make, setAttribute, setIcon, setText } from "./dom.js";
import { percent, t } from "./messages.js";

export class Rooms {
  #groups = [];
  #shape = "";
  // What is being sent of each volume, and what is to be sent after it.
  #sending = new Map();
  // What a group and its rooms had when its slider began to move.
  #grips = new Map();

  constructor(app) {
    this.app = app;
  }

  /** Another server may have none. */
  forget() {
    this.#groups = [];
    this.#shape = "";
    $("tab-rooms").hidden = true;
    $("rooms").replaceChildren();
    if (this.app.tab === "rooms") this.app.show("queue");
  }

  show(rooms) {
    this.#groups = rooms.groups;
    $("tab-rooms").hidden = false;
    $("rooms-away").hidden = rooms.isReachable;
    $("rooms").hidden = !rooms.isReachable;
    $("rooms-empty").hidden = !rooms.isReachable || rooms.groups.length > 0;
    const count = rooms.groups.reduce((sum, group) => sum + group.rooms.length, 0);
    setText($("rooms-count"), rooms.isReachable && count ? t("roomCount", { count }) : "");
    const shape = JSON.stringify(rooms.groups.map((group) => [group.id, group.rooms.map((room) => room.id)]));
    if (shape !== this.#shape) this.#build(shape);
    for (const group of rooms.groups) this.#renewGroup(group);
  }

  /** Draws all anew, and leaves the cursor on what it was on. */
  #build(shape) {
    this.#shape = shape;
    this.#grips.clear();
    const focused = document.activeElement?.closest?.("#rooms") ? document.activeElement.dataset.key : "";
    $("rooms").replaceChildren(...this.#groups.map((group) => this.#group(group)));
    if (focused) this.#find(focused)?.focus();
  }

  #find(key) {
    return [...$("rooms").querySelectorAll("[data-key]")].find((element) => element.dataset.key === key);
  }

  #group(group) {
    const mute = iconButton("volume", "", "plain toggle");
    mute.dataset.key = "group " + group.id;
    mute.addEventListener("click", () => {
      const now = this.#groups.find(({ id }) => id === group.id);
      if (now) this.app.command({ do: "groupMute", group: group.id, on: !now.isMuted }, t(now.isMuted ? "groupSounds" : "groupMuted"));
    });
    const title = make("div", "group-title", make("h3"), make("p", "muted"));
    const slider = make("input", "slider");
    Object.assign(slider, { type: "range", min: 0, max: 100 });
    slider.dataset.key = "group volume " + group.id;
    slider.addEventListener("input", () => this.#scale(group.id, slider));
    slider.addEventListener("change", () => this.#grips.delete(group.id));
    const head = make("div", "group-head", mute, make("div", "group-sound", title, slider), make("output", "percent"));
    const part = make("section", "group", head, make("ul", "", ...group.rooms.map((room) => this.#room(room))));
    part.dataset.key = "section " + group.id;
    return part;
  }

  #room(room) {
    const mute = iconButton("volume", "", "plain toggle");
    mute.dataset.key = "mute " + room.id;
    mute.addEventListener("click", () => {
      const now = this.#now(room.id);
      if (now) this.app.command({ do: "roomMute", room: room.id, on: !now.isMuted }, t(now.isMuted ? "roomSounds" : "roomMuted", { room: now.name || t("unnamed") }));
    });
    const slider = make("input", "slider");
    Object.assign(slider, { type: "range", min: 0, max: 100 });
    slider.dataset.key = "volume " + room.id;
    slider.addEventListener("input", () => {
      this.#showVolume(slider, Number(slider.value));
      this.#send(room.id, slider.value / 100);
      const group = this.#groups.find(({ rooms }) => rooms.some(({ id }) => id === room.id));
      if (group) this.#showGroupVolume(group.id);
    });
    const more = iconButton("more", "");
    more.dataset.key = "more " + room.id;
    more.addEventListener("click", () => this.#edit(room.id));
    const name = make("p", "room-name", make("bdi"), make("span", "badge"));
    const item = make("li", "room", mute, make("div", "room-sound", name, slider), make("output", "percent"), more);
    item.dataset.key = "room " + room.id;
    return item;
  }

  #renewGroup(group) {
    const part = this.#find("section " + group.id);
    if (!part) return;
    setText(part.querySelector("h3"), group.name || t(group.rooms.length > 1 ? "together" : "alone"));
    setText(part.querySelector(".group-title p"), group.stream ? t("groupPlays", { stream: group.stream }) : "");
    // A room alone has its own mute and volume; a mute of its group must be seen.
    const isAlone = group.rooms.length === 1;
    const [mute, slider] = part.querySelectorAll(".group-head button, .group-head .slider");
    this.#renewMute(mute, group.isMuted, t("muteRoom", { room: this.#called(group) }));
    mute.hidden = isAlone && !group.isMuted;
    setAttribute(slider, "aria-label", t("volumeOf", { room: this.#called(group) }));
    slider.hidden = part.querySelector(".group-head .percent").hidden = isAlone;
    for (const room of group.rooms) this.#renewRoom(room, group);
    if (!this.#grips.has(group.id)) this.#showGroupVolume(group.id);
  }

  /** The sliders of a group's rooms: of those that are connected, or else of all. */
  #sliders(id) {
    const rooms = this.#groups.find((group) => group.id === id)?.rooms ?? [];
    const connected = rooms.filter((room) => room.isConnected);
    return (connected.length ? connected : rooms).map((room) => [room.id, this.#find("volume " + room.id)]);
  }

  /** A group is as loud as its rooms are on average. */
  #showGroupVolume(id) {
    const sliders = this.#sliders(id);
    const slider = this.#find("group volume " + id);
    if (!slider || !sliders.length) return;
    const sum = sliders.reduce((sum, [, room]) => sum + Number(room.value), 0);
    slider.value = Math.round(sum / sliders.length);
    this.#showVolume(slider, Number(slider.value));
  }

  /** Makes all rooms of a group louder or softer. At either end of the slider all rooms are equal. */
  #scale(id, slider) {
    const to = Number(slider.value);
    let grip = this.#grips.get(id);
    if (!grip) {
      const rooms = this.#sliders(id).map(([room, slider]) => [room, slider, Number(slider.value)]);
      grip = { rooms, from: rooms.reduce((sum, [, , value]) => sum + value, 0) / (rooms.length || 1) };
      this.#grips.set(id, grip);
    }
    const { rooms, from } = grip;
    this.#showVolume(slider, to);
    for (const [room, slider, value] of rooms) {
      const scaled = to < from ? value * to / from : to > from ? 100 - (100 - value) * (100 - to) / (100 - from) : value;
      slider.value = Math.round(scaled);
      this.#showVolume(slider, Number(slider.value));
      this.#send(room, slider.value / 100);
    }
  }

  #renewRoom(room, group) {
    const item = this.#find("room " + room.id);
    if (!item) return;
    const name = room.name || t("unnamed");
    item.classList.toggle("away", !room.isConnected);
    item.classList.toggle("silent", room.isMuted || group.isMuted);
    setText(item.querySelector("bdi"), name);
    const badge = item.querySelector(".badge");
    setText(badge, room.isConnected ? "" : t("away"));
    badge.hidden = room.isConnected;
    this.#renewMute(item.querySelector("button"), room.isMuted, t("muteRoom", { room: name }));
    const slider = item.querySelector("input");
    setAttribute(slider, "aria-label", t("volumeOf", { room: name }));
    // A hand on it knows better.
    if (!this.#sending.has(room.id)) {
      const value = String(Math.round(room.volume * 100));
      if (slider.value !== value) slider.value = value;
      this.#showVolume(slider, Number(value));
    }
    const more = item.querySelector(".room > button:last-child");
    more.title = t("settingsOf", { room: name });
    setAttribute(more, "aria-label", more.title);
  }

  #renewMute(button, isMuted, label) {
    setIcon(button, isMuted ? "muted" : "volume");
    setAttribute(button, "aria-pressed", isMuted);
    setAttribute(button, "aria-label", label);
    button.title = label;
  }

  #showVolume(slider, value) {
    slider.style.setProperty("--fill", value + "%");
    setAttribute(slider, "aria-valuetext", percent(value / 100));
    setText(slider.closest(".room, .group-head").querySelector(".percent"), percent(value / 100));
  }

  /** One change of a volume at a time; of those that come meanwhile the last. */
  async #send(room, to) {
    if (this.#sending.has(room)) return this.#sending.set(room, to);
    this.#sending.set(room, null);
    try {
      for (let next = to; next !== null;) {
        await this.app.connection.send({ do: "roomVolume", room, to: next });
        next = this.#sending.get(room);
        this.#sending.set(room, null);
      }
    } catch (error) {
      this.app.announce(error.message);
    }
    this.#sending.delete(room);
  }

  #now(id) { return this.#groups.flatMap(({ rooms }) => rooms).find((room) => room.id === id); }

  #called(group) {
    return group.name || group.rooms.map((room) => room.name || t("unnamed")).join(", ") || t("thisGroup");
  }

  /** Name, latency, and which group a room is in. */
  async #edit(id) {
    const room = this.#now(id);
    const from = this.#groups.find(({ rooms }) => rooms.some((room) => room.id === id));
    if (!room || !from) return;
    const [name, latency, group] = [$("room-name"), $("room-latency"), $("room-group")];
    setText($("room-title"), room.name || t("unnamed"));
    name.value = room.name;
    latency.value = Math.round(room.latency * 1000);
    const others = this.#groups.filter((group) => group !== from);
    group.replaceChildren(
      new Option(from.rooms.length > 1 ? t("withRoom", { room: this.#called({ rooms: from.rooms.filter((other) => other.id !== id) }) }) : t("alone"), "="),
      ...(from.rooms.length > 1 ? [new Option(t("alone"), "")] : []),
      ...others.map((group) => new Option(t("withRoom", { room: this.#called(group) }), "+" + group.id)),
    );
    const answer = await ask($("room-dialog"));
    this.#find("more " + id)?.focus();
    if (answer !== "save") return;
    const milliseconds = Number(latency.value);
    if (name.value.trim() !== room.name) await this.app.command({ do: "roomName", room: id, name: name.value }, t("renamed"));
    if (Number.isFinite(milliseconds) && milliseconds !== Math.round(room.latency * 1000)) {
      await this.app.command({ do: "roomLatency", room: id, seconds: milliseconds / 1000 }, t("playsEarlier", { room: room.name || t("unnamed"), milliseconds }));
    }
    if (group.value !== "=") {
      await this.app.command({ do: "roomMove", room: id, ...(group.value ? { group: group.value.slice(1) } : {}) }, t("roomMoved", { room: room.name || t("unnamed") }));
    }
  }
}
