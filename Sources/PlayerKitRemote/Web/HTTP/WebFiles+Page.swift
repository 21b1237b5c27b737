import Foundation
import PlayerKitWebServer

extension WebFiles {
  /// The files of the remote control.
  static var remote: WebFiles {
    var files = WebFiles(page)
    files.add(silence, type: "audio/wav", at: "/silence.wav")
    return files
  }

  /// The files of the page, embedded in the code so that they can't be missing.
  static var page: [String: [UInt8]] {
    [
      "index.html": PackageResources.index_html,
      "app.js": PackageResources.app_js,
      "base.css": PackageResources.base_css,
      "connection.js": PackageResources.connection_js,
      "de.json": PackageResources.de_json,
      "dom.js": PackageResources.dom_js,
      "drag.js": PackageResources.drag_js,
      "en.json": PackageResources.en_json,
      "es.json": PackageResources.es_json,
      "fr.json": PackageResources.fr_json,
      "icon.svg": PackageResources.icon_svg,
      "ja.json": PackageResources.ja_json,
      "lists.css": PackageResources.lists_css,
      "lists.js": PackageResources.lists_js,
      "media.js": PackageResources.media_js,
      "messages.js": WebFiles.messages,
      "player.css": PackageResources.player_css,
      "player.js": PackageResources.player_js,
      "player.webmanifest": PackageResources.player_webmanifest,
      "queue.js": PackageResources.queue_js,
      "results.js": PackageResources.results_js,
      "rooms.css": PackageResources.rooms_css,
      "rooms.js": PackageResources.rooms_js,
      "search.js": PackageResources.search_js,
      "settings.js": PackageResources.settings_js,
      "words.js": PackageResources.words_js,
    ]
  }

  /// Six seconds of silence: browsers give a page the media keys only while it plays audio.
  fileprivate static var silence: Data {
    let (rate, count) = (3_000, 18_000)
    func bytes(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var wave = Data("RIFF".utf8)
    wave += bytes(36 + count, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
    wave += bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(rate, 4) + bytes(1, 2) + bytes(8, 2)
    wave += Array("data".utf8) + bytes(count, 4) + [UInt8](repeating: 0x80, count: count)
    return wave
  }
}
