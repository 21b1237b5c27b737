// A stub of https://www.youtube.com/iframe_api: it only loads a second script.
(() => {
  window.YT ??= { loading: 0, loaded: 0 };
  if (YT.loading) return;
  YT.loading = 1;
  const script = document.createElement("script");
  script.src = "https://www.youtube.com/s/player/stub/www-widgetapi.js";
  document.head.append(script);
})();
