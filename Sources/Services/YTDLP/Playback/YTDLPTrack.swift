import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// A page of any site, played with the user's own yt-dlp: one item, or a list that replaces the
/// track in the queue.
public struct YTDLPTrack: Track, StorableTrack, Hashable {
  /// The part of a page that a track stands for.
  public enum Part: Sendable, Hashable, Codable {
    /// The whole page.
    case whole
    /// The member with this number, from 1, of a page that contains several.
    case member(Int)
    /// The list from this member on.
    case rest(from: Int)

    /// Whether the number is a possible position in a list.
    var isPossible: Bool {
      switch self {
      case .whole: true
      case .member(let number), .rest(let number): (1..<1 << 30).contains(number)
      }
    }
  }

  /// The page.
  public let page: URL
  /// The part of the page.
  public let part: Part
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// Whether the metadata comes from a list, and more will be known later.
  public let isPreliminary: Bool
  /// Whether yt-dlp searches the page if it does not know the site. The search follows any address,
  /// even into the local network. It is `false` for untrusted links, such as links from a remote
  /// control.
  public let readsUnknownSites: Bool
  /// Whether a server on the Internet named the page. If so, it may only lead to public addresses.
  let isNamedByServer: Bool

  /// The type name in stores.
  public static var storedType: String { "ytdlp" }

  /// The page and its part.
  public var id: String {
    switch part {
    case .whole: page.absoluteString
    // Addresses contain no spaces.
    case .member(let number): "\(page.absoluteString) [\(number)]"
    case .rest(let number): "\(page.absoluteString) [\(number)-]"
    }
  }

  /// yt-dlp plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.ytdlp, .sameRecording] }

  /// The reliable metadata. Metadata from a list is only preliminary.
  public var statedMetadata: TrackMetadata { isPreliminary ? TrackMetadata() : metadata }

  /// Creates a track for a page.
  ///
  /// - Throws: `blockedURL` if the address is not http or https, `invalidItem` if it leads to no
  ///   server or contains a user.
  public init(
    page: URL,
    metadata: TrackMetadata = TrackMetadata(),
    readsUnknownSites: Bool = true
  ) throws(PlayerError) {
    // Removes data that only yt-dlp itself may add to an address.
    let text = page.absoluteString
    let start = text.firstRange(of: "#")?.lowerBound ?? text.endIndex
    let isSmuggled = text[start...].contains("__youtubedl_smuggle")
    try self.init(
      page: isSmuggled ? URL(string: String(text[..<start])) ?? page : page,
      part: .whole,
      metadata: metadata,
      isPreliminary: metadata == TrackMetadata(),
      readsUnknownSites: readsUnknownSites,
      isNamedByServer: false
    )
  }

  init(
    page: URL,
    part: Part,
    metadata: TrackMetadata,
    isPreliminary: Bool,
    readsUnknownSites: Bool,
    isNamedByServer: Bool
  ) throws(PlayerError) {
    guard ["http", "https"].contains(page.scheme?.lowercased()) else {
      throw PlayerError(.blockedURL, "Only pages at http and https addresses are read.")
    }
    guard URL(page: page.absoluteString) != nil,
      page.absoluteString.utf8.count <= RequestBounds.target
    else { throw PlayerError(.invalidItem, "This is not the address of a page.") }
    guard part.isPossible else {
      throw PlayerError(.invalidItem, "The page does not have this many entries.")
    }
    self.page = YTDLPLinks.canonical(page)
    self.part = part
    self.metadata = metadata
    self.isPreliminary = isPreliminary
    self.readsUnknownSites = readsUnknownSites
    self.isNamedByServer = isNamedByServer
  }
}

extension YTDLPTrack {
  /// A copy from an untrusted source, which may only lead to public addresses.
  ///
  /// - Throws: `blockedURL` if its own address is not public.
  var namedByStranger: YTDLPTrack {
    get throws(PlayerError) {
      guard NetworkScope.mayBePublic(page) else {
        throw PlayerError(.blockedURL, "Only pages at public addresses are read.")
      }
      return try YTDLPTrack(
        page: page,
        part: part,
        metadata: metadata,
        isPreliminary: isPreliminary,
        readsUnknownSites: false,
        isNamedByServer: true
      )
    }
  }
}

extension YTDLPTrack: Codable {
  private enum CodingKeys: String, CodingKey {
    case page, part, metadata, isPreliminary, readsUnknownSites, isNamedByServer
  }

  /// Decodes a stored track.
  ///
  /// - Throws: `DecodingError`, or `PlayerError` if the page is invalid.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      page: try values.decode(URL.self, forKey: .page),
      part: try values.decodeIfPresent(Part.self, forKey: .part) ?? .whole,
      metadata: try values.decodeIfPresent(TrackMetadata.self, forKey: .metadata)
        ?? TrackMetadata(),
      isPreliminary: try values.decodeIfPresent(Bool.self, forKey: .isPreliminary) ?? true,
      // If the value is missing, searching is not allowed.
      readsUnknownSites: try values.decodeIfPresent(Bool.self, forKey: .readsUnknownSites)
        ?? false,
      isNamedByServer: try values.decodeIfPresent(Bool.self, forKey: .isNamedByServer) ?? true
    )
  }
}

extension YTDLPTrack: CustomStringConvertible, CustomReflectable {
  /// The title, or else the host.
  public var description: String { metadata.title ?? page.host() ?? "page" }

  /// Shows only the title, because any address may hold a secret, even the page's.
  public var customMirror: Mirror { Mirror(self, children: ["title": metadata.title ?? ""]) }
}
