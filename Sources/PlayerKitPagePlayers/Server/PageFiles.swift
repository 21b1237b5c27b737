import PlayerKitWebServer

extension WebFiles {
  /// The files of the player page, embedded in the code so that they can't be missing.
  static var playerPage: [String: [UInt8]] {
    [
      "index.html": PackageResources.index_html,
      "app.js": PackageResources.app_js,
      "de.json": PackageResources.de_json,
      "en.json": PackageResources.en_json,
      "es.json": PackageResources.es_json,
      "fr.json": PackageResources.fr_json,
      "icon.svg": PackageResources.icon_svg,
      "ja.json": PackageResources.ja_json,
      "link.js": PackageResources.link_js,
      "load.js": PackageResources.load_js,
      "media.js": PackageResources.media_js,
      "messages.js": WebFiles.messages,
      "musickit.js": PackageResources.musickit_js,
      "page.css": PackageResources.page_css,
      "player.js": PackageResources.player_js,
      "sdk.js": PackageResources.sdk_js,
      "spotify.js": PackageResources.spotify_js,
      "view.js": PackageResources.view_js,
      "youtube.js": PackageResources.youtube_js,
    ]
  }
}
