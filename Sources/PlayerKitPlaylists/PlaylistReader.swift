import PlayerKit

/// Reads lists. Pure: nothing is fetched, and no file is looked at.
///
/// Whatever the bytes are, it ends, within time and memory that grow with their count.
public struct PlaylistReader: Sendable {
  /// How much is read; `nil`: ``PlaylistLimits/local`` for local files, else ``PlaylistLimits/server``.
  public var limits: PlaylistLimits?

  /// Makes a reader.
  public init(limits: PlaylistLimits? = nil) {
    self.limits = limits
  }

  /// Reads a list.
  ///
  /// The content says what it is; name and type count only where it says nothing.
  ///
  /// - Parameters:
  ///   - bytes: all of the list.
  ///   - location: where it was read from, redirects followed; what it names is relative to that. Only
  ///     the list of a local file leads to files. `nil`: not known; then whole addresses alone are read.
  ///   - contentType: what the server says that it is.
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

  /// The format that name or type claim.
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
  /// Adds an entry.
  ///
  /// - Returns: whether there is room for more.
  mutating func add(_ entry: Entry, _ limits: PlaylistLimits) -> Bool {
    guard entries.count < limits.entries else {
      isTruncated = true
      return false
    }
    entries.append(entry)
    return true
  }
}

/// What a list says in words; bounded.
enum PlaylistWords {
  static func text(_ text: (some StringProtocol)?) -> String? {
    guard let text else { return nil }
    let trimmed = PlaylistText.trimmed(text)
    return trimmed.isEmpty ? nil : String(trimmed.prefix(1_000))
  }

  /// A length in seconds; `nil` where it is none above 0.
  static func length(_ text: some StringProtocol) -> Duration? {
    guard let seconds = Double(PlaylistText.trimmed(text)), seconds > 0, seconds < 1e9 else {
      return nil
    }
    return .seconds(seconds)
  }

  /// A length in milliseconds; `nil` if it is not above 0.
  static func milliseconds(_ text: String?) -> Duration? {
    number(text).flatMap { $0 < 1_000_000_000_000 ? .milliseconds($0) : nil }
  }

  /// A number above 0.
  static func number(_ text: (some StringProtocol)?) -> Int? {
    guard let text, let number = Int(PlaylistText.trimmed(text)), number > 0 else { return nil }
    return number
  }
}
