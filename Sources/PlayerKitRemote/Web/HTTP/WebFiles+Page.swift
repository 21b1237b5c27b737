extension WebFiles {
  /// The files of the page, embedded in the code so that they can't be missing.
  static var page: [String: [UInt8]] {
    [
      "index.html": PackageResources.index_html,
      "app.js": PackageResources.app_js,
      "base.css": PackageResources.base_css,
      "connection.js": PackageResources.connection_js,
      "dom.js": PackageResources.dom_js,
      "drag.js": PackageResources.drag_js,
      "icon.svg": PackageResources.icon_svg,
      "lists.css": PackageResources.lists_css,
      "media.js": PackageResources.media_js,
      "player.css": PackageResources.player_css,
      "player.js": PackageResources.player_js,
      "player.webmanifest": PackageResources.player_webmanifest,
      "queue.js": PackageResources.queue_js,
      "rooms.css": PackageResources.rooms_css,
      "rooms.js": PackageResources.rooms_js,
      "search.js": PackageResources.search_js,
      "settings.js": PackageResources.settings_js,
      "words.js": PackageResources.words_js,
    ]
  }
}
