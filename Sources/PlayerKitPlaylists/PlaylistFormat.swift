/// A playlist format.
public enum PlaylistFormat: String, Sendable, Hashable, CaseIterable {
  /// M3U and M3U8.
  case m3u
  /// PLS of Winamp and Shoutcast.
  case pls
  /// XSPF.
  case xspf
  /// ASX of Windows Media, including WAX, WVX and the older `[Reference]` form.
  case asx
  /// CUE sheets, which name parts of files.
  case cue
  /// WPL of Windows Media Player, including ZPL.
  case wpl

  /// Creates a format from the extension of a file name, such as `list.M3U8`; `nil` for other
  /// extensions.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    switch fileName[fileName.index(after: dot)...].lowercased() {
    case "m3u", "m3u8": self = .m3u
    case "pls": self = .pls
    case "xspf": self = .xspf
    case "asx", "wax", "wvx": self = .asx
    case "cue": self = .cue
    case "wpl", "zpl": self = .wpl
    default: return nil
    }
  }

  /// Creates a format from a server's `Content-Type`; `nil` for other types.
  public init?(contentType: String) {
    let type = contentType.prefix { $0 != ";" && $0 != " " }.lowercased()
    switch type {
    case "audio/x-mpegurl", "audio/mpegurl", "application/x-mpegurl", "application/mpegurl",
      "application/vnd.apple.mpegurl":
      self = .m3u
    case "audio/x-scpls", "audio/scpls", "application/pls+xml": self = .pls
    case "application/xspf+xml": self = .xspf
    case "video/x-ms-asf", "video/x-ms-asx", "audio/x-ms-wax", "video/x-ms-wvx": self = .asx
    case "application/x-cue", "text/x-cue", "application/cue": self = .cue
    case "application/vnd.ms-wpl", "application/vnd.ms-zpl": self = .wpl
    default: return nil
    }
  }

  /// Detects the format from the first bytes; `nil` if they are not a playlist. Many stations send
  /// a playlist as plain text or as audio.
  ///
  /// - Parameters:
  ///   - head: the first bytes; 1,024 are enough.
  ///   - named: the format that the name or type claims. Text without a signature is a playlist
  ///     only if this is set.
  public init?(head: some Sequence<UInt8>, named: PlaylistFormat? = nil) {
    let bytes = Array(head.prefix(Self.enough))
    let text = PlaylistText(bytes[...]).head.lowercased()
    if text.hasPrefix("#extm3u") {
      self = .m3u
    } else if text.hasPrefix("[playlist]") {
      self = .pls
    } else if text.hasPrefix("[reference]") || text.hasPrefix("<asx") {
      self = .asx
    } else if text.hasPrefix("<?wpl") || text.hasPrefix("<?zpl")
      || text.hasPrefix("<") && text.contains("<smil")
    {
      self = .wpl
    } else if text.hasPrefix("<"), text.contains("<playlist") && text.contains("xspf") {
      self = .xspf
    } else if text.hasPrefix("<?xml"), text.contains("<asx") {
      self = .asx
    } else if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .m3u
    } else if Self.isCue(text) {
      self = .cue
    } else if let named, PlaylistText.isText(bytes), !Self.isMarkup(text) || named.isMarkup {
      self = named
    } else {
      return nil
    }
  }

  /// The number of first bytes that decide.
  package static let enough = 1_024

  /// Returns whether bytes that start like this may be a playlist.
  package static func mayBegin(with bytes: [UInt8], named: PlaylistFormat?) -> Bool {
    guard PlaylistText.isText(Array(bytes.prefix(enough))) else { return false }
    guard named == nil, let first = PlaylistText(bytes[...]).firstByte else { return true }
    // The first letters of `[playlist]`, `<asx>`, `http:` and of the commands of CUE sheets.
    return "#[<hrfptcs".utf8.contains((0x41...0x5A).contains(first) ? first | 0x20 : first)
  }

  private var isMarkup: Bool { self == .xspf || self == .asx || self == .wpl }

  private static func isMarkup(_ text: String) -> Bool {
    text.hasPrefix("<!doctype") || text.hasPrefix("<html") || text.hasPrefix("<?xml")
  }

  private static func isCue(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
    let commands = [
      "rem ", "file ", "performer ", "title ", "catalog ", "songwriter ", "cdtextfile ",
    ]
    guard let first = lines.first, commands.contains(where: first.hasPrefix) else { return false }
    return lines.contains { $0.hasPrefix("file \"") || $0.hasPrefix("file ") }
  }
}
