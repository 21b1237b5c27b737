import PlayerKit

/// Parses playlists. Pure: it fetches nothing and looks at no files.
///
/// For any input, time and memory are bounded by the number of bytes.
public struct PlaylistReader: Sendable {
  /// How much is read. If `nil`, ``PlaylistLimits/local`` for local files, otherwise
  /// ``PlaylistLimits/server``.
  public var limits: PlaylistLimits?

  /// Creates a reader.
  public init(limits: PlaylistLimits? = nil) {
    self.limits = limits
  }

  /// Reads a list.
  ///
  /// The content decides the format. Name and type count only if the content is ambiguous.
  ///
  /// - Parameters:
  ///   - bytes: the whole list.
  ///   - location: where the list was read from, after redirects. References are resolved against
  ///     it, and only a local list can lead to local files. If `nil`, only absolute URLs are read.
  ///   - contentType: the type that the server states.
  public func read(
    _ bytes: [UInt8],
    at location: PlaylistLocation?,
    contentType: String? = nil
  ) throws(PlaylistError) -> Playlist {
    let limits = limits ?? Self.limits(at: location)
    guard bytes.count <= limits.bytes else { throw .tooLarge }
    let named = Self.format(at: location, contentType)
    guard let format = PlaylistFormat(head: bytes, named: named) else { throw .notAPlaylist }
    let text = PlaylistText(bytes[...])
    let resolver = ReferenceResolver(location)
    var list: Playlist
    switch format {
    case .m3u: list = try M3UReader(resolver: resolver, limits: limits).read(text)
    case .pls: list = PLSReader(resolver: resolver, limits: limits).read(text)
    case .xspf: list = try XSPFReader(resolver: resolver, limits: limits).read(text.utf8)
    case .asx: list = try ASXReader(resolver: resolver, limits: limits).read(text)
    case .wpl: list = try WPLReader(resolver: resolver, limits: limits).read(text.utf8)
    case .cue: list = CUEReader(resolver: resolver, limits: limits, location: location).read(text)
    }
    list.location = location
    return list
  }

  /// Returns the format that the name or type claims.
  static func format(at location: PlaylistLocation?, _ contentType: String?) -> PlaylistFormat? {
    let name: PlaylistFormat? =
      switch location {
      case .url(let url): PlaylistFormat(fileName: url.path)
      case .path(let path): PlaylistFormat(fileName: path)
      case nil: nil
      }
    return name ?? contentType.flatMap { PlaylistFormat(contentType: $0) }
  }

  private static func limits(at location: PlaylistLocation?) -> PlaylistLimits {
    location?.isLocal == true ? .local : .server
  }
}

extension Playlist {
  /// Appends an entry.
  ///
  /// - Returns: whether the entry fit within the limits.
  mutating func add(_ entry: Entry, _ limits: PlaylistLimits) -> Bool {
    guard entries.count < limits.entries else {
      isTruncated = true
      return false
    }
    entries.append(entry)
    return true
  }
}

/// Reads the bounded text values of a list.
enum PlaylistWords {
  static func text(_ text: (some StringProtocol)?) -> String? {
    guard let text else { return nil }
    let trimmed = PlaylistText.trimmed(text)
    return trimmed.isEmpty ? nil : String(trimmed.prefix(1_000))
  }

  /// Returns a duration from seconds; `nil` if it is not above 0.
  static func length(_ text: some StringProtocol) -> Duration? {
    guard let seconds = Double(PlaylistText.trimmed(text)), seconds > 0, seconds < 1e9 else {
      return nil
    }
    return .seconds(seconds)
  }

  /// Returns a duration from milliseconds; `nil` if it is not above 0.
  static func milliseconds(_ text: String?) -> Duration? {
    number(text).flatMap { $0 < 1_000_000_000_000 ? .milliseconds($0) : nil }
  }

  /// Returns a number above 0, otherwise `nil`.
  static func number(_ text: (some StringProtocol)?) -> Int? {
    guard let text, let number = Int(PlaylistText.trimmed(text)), number > 0 else { return nil }
    return number
  }
}
