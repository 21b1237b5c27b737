import Foundation
import PlayerKit
import PlayerKitServices

/// The identity of an item, and what would be played.
struct ResolvedItem {
  /// The item as given, without possible secrets of an address.
  let item: String
  /// The kind: `song`, `album` …; `url` and `file` for items of no service.
  let kind: String
  let service: String?
  let id: String?
  /// The tracks of the item.
  let tracks: [any Track]
  /// The address of the audio, if the item has only one track.
  let url: String?
  let error: PlayerError?

  init(
    _ item: String,
    _ tracks: [any Track],
    showsQueries: Bool,
    services: MusicServices
  ) async {
    self.item = showsQueries ? item : ShownItem.text(item)
    self.tracks = tracks
    switch MusicReference(item, recognizers: services.recognizers) {
    case .link(let link):
      let shown = showsQueries ? link.id : ShownItem.text(link.id)
      (kind, service, id) = (link.kind.rawValue, link.service.rawValue, shown)
    case .plain(let url):
      (kind, service, id) = (url.isFileURL ? "file" : "url", nil, nil)
    case .unrecognized(let link):
      (kind, service, id) = ("unrecognized", link.service?.rawValue, nil)
    }
    guard tracks.count == 1, let track = tracks.first else {
      url = nil
      error = tracks.isEmpty ? PlayerError(.invalidItem, "There is nothing to play in it.") : nil
      return
    }
    do throws(PlayerError) {
      let source = try await services.media(of: track)
      url = Self.shown(source.location, showsQueries: showsQueries)
      error = nil
    } catch {
      url = nil
      self.error = error
    }
  }

  private static func shown(_ location: MediaSource.Location, showsQueries: Bool) -> String? {
    switch location {
    case .remote(let url): showsQueries ? url.absoluteString : ShownItem.text(url.absoluteString)
    case .file(let path): URL(fileURLWithPath: path).absoluteString
    case .bytes: nil
    }
  }

  /// The item for people.
  var text: String {
    let first = tracks.count == 1 ? tracks.first?.metadata : nil
    let parts = [
      kind, [first?.title, first?.artist].compactMap(\.self).joined(separator: " – "),
      tracks.count == 1 ? nil : "\(tracks.count) tracks", url,
      error.map { $0.description + KnownService.advice($0) },
    ]
    let line = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "  ·  ")
    return PrintableText.line("\(item)\t\(line)")
  }

  /// The item as a JSON object.
  var json: String {
    var object = JSONObject()
    object.add("item", item)
    object.add("kind", kind)
    object.add("service", service)
    object.add("id", id)
    if tracks.count == 1, let track = tracks.first {
      if !(track is FailedItem) { object.add("playerType", track.playerType?.rawValue) }
      object.add("title", track.metadata.title)
      object.add("artist", track.metadata.artist)
      object.add("album", track.metadata.album)
      object.add("duration", track.metadata.duration)
    } else {
      object.add("tracks", tracks.count)
    }
    object.add("url", url)
    object.add("code", error?.code.rawValue)
    object.add("status", error?.httpStatus)
    object.add("message", error.map { $0.message + KnownService.advice($0) })
    return object.text
  }
}
