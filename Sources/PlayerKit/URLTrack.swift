import PlayerKitSystem

/// A track at an HTTP(S) URL or in a local file.
public struct URLTrack: URLPlayable, Hashable {
  enum Address: Hashable {
    case url(URL)
    case path(String)
    case unusable(String)
  }

  /// The URL or path that the track was made from, as given.
  public let id: String

  /// The metadata to display. The title defaults to the name of the file.
  public let metadata: TrackMetadata

  /// The metadata that was given.
  public var statedMetadata: TrackMetadata {
    switch naming {
    case .stated: return metadata
    case .guessed: return TrackMetadata()
    case .untitled:
      var stated = metadata
      stated.title = nil
      return stated
    }
  }

  /// How much of the metadata was given and is not a placeholder.
  enum Naming: String, Codable {
    case stated
    /// Everything but the title was given.
    case untitled
    /// Nothing was given; it is derived from the names of the file and its folders.
    case guessed
  }

  /// Header fields for requests to the URL's host; they are not sent to other hosts. They may hold
  /// secrets: no description shows them, and no store keeps them, except for a user agent that a
  /// playlist names.
  public let headers: [String: String]

  let address: Address
  let naming: Naming
  // Stored indirectly, because few tracks have one.
  private let listing: Listing?

  /// Alternative addresses of the same media, such as mirrors of a station. They are tried in order
  /// if the preceding ones can't be opened.
  public var alternatives: [URLTrack] { listing?.alternatives ?? [] }

  /// The lists that named the track.
  package var listOrigin: ListOrigin? { listing?.origin }

  /// Creates a track for an HTTP or HTTPS URL, or, with a file URL, for a local file.
  ///
  /// A track with any other scheme fails as ``PlayerError/Code/blockedURL`` when it is reached.
  public init(
    url: URL,
    headers: [String: String] = [:],
    metadata: TrackMetadata? = nil,
    alternatives: [URLTrack] = []
  ) {
    self.init(
      id: url.absoluteString,
      address: FileName.path(of: url).map { .path($0) } ?? .url(url),
      headers: headers,
      metadata: metadata,
      listing: Listing(nil, alternatives)
    )
  }

  /// Creates a track for a local file.
  public init(path: String, metadata: TrackMetadata? = nil) {
    self.init(
      id: path,
      address: .path(path),
      metadata: metadata
    )
  }

  /// Creates a track for a local file, with metadata guessed from the names of its folders.
  package init(path: String, guessed metadata: TrackMetadata) {
    self.init(id: path, address: .path(path), metadata: metadata, naming: .guessed)
  }

  /// Creates a track from user input: a URL if it begins with `file:` or with a scheme and `//`,
  /// otherwise a path. Characters that a URL cannot hold are percent-encoded; encoded ones stay.
  ///
  /// Any input makes a track; an unusable one fails when it is reached.
  public init(item: String) {
    if let path = FileName.path(ofAddress: item) {
      self.init(id: item, address: .path(path))
      return
    }
    guard let end = item.firstRange(of: "://"), Self.isScheme(item[..<end.lowerBound]) else {
      self.init(path: item)
      return
    }
    guard let url = WebAddress.url(item),
      url.isFileURL || Self.isHost(url.host(percentEncoded: false))
    else {
      self.init(
        id: item,
        address: .unusable("This URL can't be used. Check it.")
      )
      return
    }
    self.init(
      id: item,
      address: FileName.path(of: url).map { .path($0) } ?? .url(url)
    )
  }

  init(
    id: String,
    address: Address,
    headers: [String: String] = [:],
    metadata: TrackMetadata? = nil,
    naming: Naming? = nil,
    listing: Listing? = nil
  ) {
    self.id = id
    self.address = address
    self.headers = headers
    self.naming = naming ?? metadata.map { $0.title == nil ? .untitled : .stated } ?? .guessed
    self.metadata = (metadata ?? TrackMetadata()).titled(Self.name(of: address, id: id))
    self.listing = listing
  }

  /// Whether neither artist nor album was given, or a list names a local file without its duration.
  public var isWorthInspecting: Bool {
    let stated = statedMetadata
    if case .path = address, listing != nil, stated.duration == nil { return true }
    return (stated.artist ?? "").isEmpty && (stated.album ?? "").isEmpty
  }

  /// Returns where the bytes are; throws for schemes other than http, https and file.
  ///
  /// If the track itself can't be opened and has ``alternatives``, they are used instead.
  public func mediaSource() throws(PlayerError) -> MediaSource {
    guard let listing else { return try ownSource() }
    var sources = listing.alternatives.compactMap { try? $0.mediaSource() }
    do throws(PlayerError) {
      if listing.origin?.lists.contains(Self.withoutUser(id)) == true {
        throw PlayerError(.invalidItem, "The playlist contains itself.")
      }
      sources.insert(try ownSource(), at: 0)
    } catch {
      guard !sources.isEmpty else { throw error }
    }
    var source = sources.removeFirst()
    source.alternatives = sources
    source.listOrigin = listing.origin
    if listing.origin?.isPublic == true { source.reach = .publicAlone }
    return source
  }

  private func ownSource() throws(PlayerError) -> MediaSource {
    switch address {
    case .path(let path):
      return MediaSource(.file(path: path))
    case .unusable(let reason):
      throw PlayerError(.invalidItem, reason)
    case .url(let url):
      guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
        throw PlayerError(
          .blockedURL,
          "The scheme “\(url.scheme ?? "")” is not allowed; http and https are."
        )
      }
      return MediaSource(.remote(url), headers: headers, cacheKey: cacheKey(of: url))
    }
  }

  /// The address and the headers, because both may determine the media and who may access it.
  private func cacheKey(of url: URL) -> String {
    let address = url.absoluteString.prefix { $0 != "#" }
    let fields = headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
    return "url:" + address + fields.joined()
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.first, first.isASCII, first.isLetter else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// Whether the host can be looked up at all. Some versions of Foundation accept a host with a
  /// space.
  private static func isHost(_ text: String?) -> Bool {
    guard let text, !text.isEmpty else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.value > 0x20 && !"\"#%/<>?@\\^`{|}\u{7F}".unicodeScalars.contains($0)
    }
  }

  private static func name(of address: Address, id: String) -> String {
    switch address {
    case .url(let url): url.lastPathComponent
    case .path(let path): name(of: path)
    // Omits the user and the query, which may be secrets.
    case .unusable: name(of: String(withoutUser(id).prefix { !"?#".contains($0) }))
    }
  }

  static func name(of path: String) -> String {
    FileName.shown(path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Returns an address without user name and password.
  static func withoutUser(_ address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return address }
    let authority = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return address }
    return String(address[..<scheme.upperBound] + address[address.index(after: at)...])
  }
}

extension URLTrack {
  /// What a list states about a track beyond its address.
  final class Listing: Sendable, Hashable {
    let origin: ListOrigin?
    let alternatives: [URLTrack]

    /// Returns `nil` if the list states nothing.
    init?(_ origin: ListOrigin?, _ alternatives: [URLTrack]) {
      guard origin != nil || !alternatives.isEmpty else { return nil }
      self.origin = origin
      self.alternatives = alternatives
    }

    static func == (a: Listing, b: Listing) -> Bool {
      a.origin == b.origin && a.alternatives == b.alternatives
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(origin)
      hasher.combine(alternatives)
    }
  }

  /// Creates a track for an address that a list names. An address that a server names never becomes
  /// a path.
  package init(
    listed url: URL,
    headers: [String: String],
    metadata: TrackMetadata,
    origin: ListOrigin,
    alternatives: [URLTrack] = []
  ) {
    let path = origin.isRemote ? nil : FileName.path(of: url)
    self.init(
      id: url.absoluteString,
      address: path.map { .path($0) } ?? .url(url),
      headers: headers,
      metadata: metadata,
      listing: Listing(origin, alternatives)
    )
  }

  /// Creates a track for a local file that a local list names.
  package init(
    listed path: String,
    metadata: TrackMetadata,
    origin: ListOrigin,
    alternatives: [URLTrack] = []
  ) {
    self.init(
      id: path,
      address: .path(path),
      metadata: metadata,
      listing: Listing(origin, alternatives)
    )
  }
}

extension TrackMetadata {
  fileprivate func titled(_ title: String) -> TrackMetadata {
    var metadata = self
    metadata.title = metadata.title ?? title
    return metadata
  }
}

extension URLTrack: CustomStringConvertible, CustomReflectable {
  /// The title; if there is none, the name of the file.
  public var description: String { metadata.title ?? "untitled" }

  /// Shows only the metadata, because the address and the headers may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["metadata": metadata]) }
}
