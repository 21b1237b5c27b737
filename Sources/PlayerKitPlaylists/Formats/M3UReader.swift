import PlayerKit

/// Reads M3U and M3U8.
struct M3UReader {
  let resolver: ReferenceResolver
  let limits: PlaylistLimits

  /// Values from the lines before an address, which apply to it.
  private struct Ahead {
    var metadata = TrackMetadata()
    var artwork: PlaylistLocation?
    var headers: [String: String] = [:]
    var start: Duration?
    var end: Duration?

    var clip: Clip? {
      start == nil && end == nil ? nil : try? Clip(from: start ?? .zero, to: end)
    }
  }

  func read(_ text: PlaylistText) throws(PlaylistError) -> Playlist {
    var list = Playlist()
    var ahead = Ahead()
    for line in text {
      let text = line.text
      if text.hasPrefix("#EXT-X-") { throw .hls }
      if text.hasPrefix("#") {
        read(text, &ahead, &list)
        continue
      }
      guard !text.isEmpty, !line.isCut, let location = resolver.location(of: text) else { continue }
      var entry = Playlist.Entry(
        location,
        metadata: ahead.metadata,
        artwork: ahead.artwork,
        headers: ahead.headers,
        clip: ahead.clip
      )
      if line.written != text { entry.written = resolver.location(of: line.written) }
      ahead = Ahead()
      guard list.add(entry, limits) else { break }
    }
    return list
  }

  private func read(_ line: String, _ ahead: inout Ahead, _ list: inout Playlist) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let value = line[line.index(after: colon)...]
    switch line[..<colon].uppercased() {
    case "#EXTINF": readInfo(value, &ahead)
    case "#PLAYLIST": list.title = PlaylistWords.text(value)
    case "#EXTALB": ahead.metadata.album = PlaylistWords.text(value)
    case "#EXTART": ahead.metadata.artist = PlaylistWords.text(value)
    case "#EXTIMG": ahead.artwork = resolver.location(of: PlaylistText.trimmed(value))
    case "#EXTVLCOPT": readOption(value, &ahead)
    default: break
    }
  }

  /// Parses `-1 tvg-logo="…" group-title="a, b",Title`.
  private func readInfo(_ value: Substring, _ ahead: inout Ahead) {
    var isQuoted = false
    let comma = value.firstIndex { character in
      if character == "\"" { isQuoted.toggle() }
      return character == "," && !isQuoted
    }
    let end = comma ?? value.firstIndex(of: ",") ?? value.endIndex
    let info = value[..<end]
    let length = info.prefix { $0 == "-" || $0 == "." || $0.isNumber }
    ahead.metadata.duration = PlaylistWords.length(length)
    if let logo = Self.attribute("tvg-logo", in: info), ahead.artwork == nil {
      ahead.artwork = resolver.location(of: logo)
    }
    guard end < value.endIndex else { return }
    name(PlaylistWords.text(value[value.index(after: end)...]), &ahead.metadata)
  }

  /// Sets the title. The text before “ - ” becomes the artist if it is the known artist, or if the
  /// entry has a length.
  private func name(_ text: String?, _ metadata: inout TrackMetadata) {
    metadata.title = text
    if let artist = metadata.artist, let text, text.hasPrefix(artist + " - ") {
      metadata.title = PlaylistWords.text(text.dropFirst(artist.count + 3))
    }
    guard let text, metadata.duration != nil, metadata.artist == nil,
      let dash = text.firstRange(of: " - "),
      let artist = PlaylistWords.text(text[..<dash.lowerBound]),
      let title = PlaylistWords.text(text[dash.upperBound...])
    else { return }
    (metadata.artist, metadata.title) = (artist, title)
  }

  private func readOption(_ value: Substring, _ ahead: inout Ahead) {
    guard let equals = value.firstIndex(of: "=") else { return }
    guard let text = PlaylistWords.text(value[value.index(after: equals)...]) else { return }
    switch value[..<equals].lowercased() {
    case "http-user-agent": ahead.headers["User-Agent"] = text
    case "http-referrer", "http-referer": ahead.headers["Referer"] = text
    case "start-time": ahead.start = PlaylistWords.length(text)
    case "stop-time": ahead.end = PlaylistWords.length(text)
    default: break
    }
  }

  private static func attribute(_ name: String, in info: Substring) -> String? {
    guard let start = info.firstRange(of: name + "=\"") else { return nil }
    let value = PlaylistText.trimmed(info[start.upperBound...].prefix { $0 != "\"" })
    return value.isEmpty ? nil : value
  }
}
