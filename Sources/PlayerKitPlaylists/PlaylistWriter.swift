import PlayerKit
import PlayerKitSystem

/// Writes lists in UTF-8.
///
/// Values that the format can't express are left out; ``omissions(of:)`` returns them. Do not write
/// an entry that would lose its clip: it would become the whole track.
public struct PlaylistWriter: Sendable {
  /// The format to write.
  public let format: PlaylistFormat

  /// Creates a writer.
  ///
  /// - Throws: ``PlaylistError/unknownFormat`` for formats that can only be read.
  public init(_ format: PlaylistFormat) throws(PlaylistError) {
    switch format {
    case .m3u, .pls, .xspf: self.format = format
    case .asx, .cue, .wpl: throw .unknownFormat
    }
  }

  /// A value that some formats can't express.
  @nonexhaustive public enum Omission: Sendable, Hashable, CaseIterable {
    /// The part of the media to play.
    case clip
    /// Other locations of the same media.
    case alternatives
    /// Header fields for requests.
    case headers
  }

  /// Returns the values that writing an entry would lose.
  public func omissions(of entry: Playlist.Entry) -> Set<Omission> {
    var omissions: Set<Omission> = []
    if entry.clip != nil, format != .m3u { omissions.insert(.clip) }
    if !entry.alternatives.isEmpty, format != .xspf { omissions.insert(.alternatives) }
    let written = format == .m3u ? Set(Self.options.map(\.field)) : []
    if !written.isSuperset(of: entry.headers.keys.map { $0.lowercased() }) {
      omissions.insert(.headers)
    }
    return omissions
  }

  /// Header fields that M3U has options for.
  private static let options = [
    (field: "user-agent", option: "http-user-agent"), (field: "referer", option: "http-referrer"),
  ]

  /// Returns a list as text.
  public func text(of list: Playlist) -> String {
    switch format {
    case .m3u: m3u(list)
    case .pls: pls(list)
    case .xspf, .asx, .cue, .wpl: xspf(list)
    }
  }

  private func m3u(_ list: Playlist) -> String {
    var text = "#EXTM3U\n"
    if let title = list.title { text += "#PLAYLIST:\(Self.line(title))\n" }
    for entry in list.entries {
      let metadata = entry.metadata
      let seconds = metadata.duration.map { String(Self.seconds($0)) } ?? "-1"
      let title = Self.line(Self.label(metadata))
      // Lets a reader tell the title from the artist.
      if let artist = metadata.artist { text += "#EXTART:\(Self.line(artist))\n" }
      text += "#EXTINF:\(seconds),\(title)\n"
      if let album = metadata.album { text += "#EXTALB:\(Self.line(album))\n" }
      if let artwork = entry.artwork { text += "#EXTIMG:\(Self.plain(artwork))\n" }
      for (field, option) in Self.options {
        guard let value = entry.headers.first(where: { $0.key.lowercased() == field })?.value else {
          continue
        }
        text += "#EXTVLCOPT:\(option)=\(Self.line(value))\n"
      }
      if let clip = entry.clip {
        text += "#EXTVLCOPT:start-time=\(clip.start / .seconds(1))\n"
        if let end = clip.end { text += "#EXTVLCOPT:stop-time=\(end / .seconds(1))\n" }
      }
      text += Self.plain(entry.location) + "\n"
    }
    return text
  }

  private func pls(_ list: Playlist) -> String {
    var text = "[playlist]\n"
    for (index, entry) in list.entries.enumerated() {
      let title = Self.line(Self.label(entry.metadata))
      text += "File\(index + 1)=\(Self.plain(entry.location))\n"
      if !title.isEmpty { text += "Title\(index + 1)=\(title)\n" }
      text += "Length\(index + 1)=\(entry.metadata.duration.map(Self.seconds) ?? -1)\n"
    }
    return text + "NumberOfEntries=\(list.entries.count)\nVersion=2\n"
  }

  private func xspf(_ list: Playlist) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist version="1" xmlns="http://xspf.org/ns/0/">

      """
    text += Self.element("title", list.title, indent: 2) + "  <trackList>\n"
    for entry in list.entries {
      text += "    <track>\n"
      for location in [entry.location] + entry.alternatives {
        text += Self.element("location", Self.address(location), indent: 6)
      }
      let metadata = entry.metadata
      text += Self.element("title", metadata.title, indent: 6)
      text += Self.element("creator", metadata.artist, indent: 6)
      text += Self.element("image", entry.artwork.map(Self.address), indent: 6)
      text += Self.element("album", metadata.album, indent: 6)
      text += Self.element("trackNum", metadata.trackNumber.map(String.init), indent: 6)
      let milliseconds = metadata.duration.map { Int64($0 / .milliseconds(1)) }
      text += Self.element("duration", milliseconds.map(String.init), indent: 6)
      text += "    </track>\n"
    }
    return text + "  </trackList>\n</playlist>\n"
  }

  // MARK: - Parts

  private static func label(_ metadata: TrackMetadata) -> String {
    [metadata.artist, metadata.title].compactMap(\.self).joined(separator: " - ")
  }

  /// Rounds to whole seconds, as lists require.
  private static func seconds(_ duration: Duration) -> Int64 {
    duration.components.seconds
      + (duration.components.attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
  }

  /// Returns the text on one line.
  private static func line(_ text: String) -> String {
    String(text.map { $0.isNewline || $0.asciiValue.map { $0 < 0x20 } == true ? " " : $0 })
  }

  /// Returns a location as M3U and PLS write it.
  private static func plain(_ location: PlaylistLocation) -> String {
    switch location {
    case .url(let url): line(url.absoluteString)
    // The result must not look like a comment or a URL. Readers drop line breaks, and white space
    // at the end. A path with these is written as a URL.
    case .path(let path):
      path.contains(where: \.isNewline)
        || path.hasPrefix("/") && PlaylistText.trimmed(path) != path
        ? address(location) : path.hasPrefix("/") ? path : "./" + path
    }
  }

  /// Returns a location as a URL.
  private static func address(_ location: PlaylistLocation) -> String {
    switch location {
    case .url(let url): url.absoluteString
    case .path(let path):
      if path.hasPrefix("/") {
        URL(filePath: path, directoryHint: .notDirectory).absoluteString
      } else {
        // Encoded, so that it does not look like a scheme.
        "./" + encoded(path)
      }
    }
  }

  private static func encoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-._~/".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
    return text
  }

  private static func element(_ name: String, _ value: String?, indent: Int) -> String {
    guard let value, !value.isEmpty else { return "" }
    return String(repeating: " ", count: indent) + "<\(name)>\(escaped(value))</\(name)>\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // XML does not allow these characters.
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
