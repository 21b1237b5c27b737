// What all stubs of SDKs share. A test sets `window.stubKnobs` before the page's scripts run, and may change
// `stubs.knobs` later.
(() => {
  if (window.stubs) return;

  const ignored = new Set(["then", "toJSON"]);

  window.stubs = {
    knobs: structuredClone(window.stubKnobs ?? {}),
    /** Names that were used although neither the facts nor the public type definitions have them. */
    unknown: [],
    /** Each member that a stub offers, such as "MusicKit.instance.play". */
    offered: new Set(),
    /** Calls of methods, as texts. */
    calls: [],

    /** Returns the object behind a proxy that records unknown names and all calls. */
    strict(object, name) {
      for (let level = object; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
        for (const key of Object.getOwnPropertyNames(level)) {
          if (key !== "constructor" && !key.startsWith("_")) stubs.offered.add(`${name}.${key}`);
        }
      }
      return new Proxy(object, {
        get(target, key) {
          if (typeof key === "symbol" || ignored.has(key)) return target[key];
          if (!(key in target) || key.startsWith("_")) {
            stubs.unknown.push(`${name}.${key}`);
            return undefined;
          }
          const value = target[key];
          if (typeof value !== "function" || value.prototype) return value;
          return (...values) => {
            stubs.calls.push(`${name}.${key}(${values.map((one) => stubs.text(one)).join(", ")})`);
            return value.apply(target, values);
          };
        },
        set(target, key, value) {
          if (!(key in target)) stubs.unknown.push(`${name}.${String(key)}`);
          stubs.calls.push(`${name}.${String(key)} = ${stubs.text(value)}`);
          target[key] = value;
          return true;
        },
      });
    },

    text(value) {
      if (typeof value === "function") return "function";
      if (value instanceof Element) return value.tagName.toLowerCase();
      return JSON.stringify(value) ?? "undefined";
    },

    /** Checks the name of an event, and that options have only these names. */
    expect(name, allowed, object) {
      for (const key of Array.isArray(object) ? object : Object.keys(object ?? {})) {
        if (!allowed.includes(key)) stubs.unknown.push(`${name}.${key}`);
      }
      for (const key of allowed) stubs.offered.add(`${name}.${key}`);
    },

    later: (delay) => new Promise((resolve) => setTimeout(resolve, delay)),
    never: () => new Promise(() => {}),
  };
})();
