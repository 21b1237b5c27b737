import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import PlayerKitServices
import PlayerKit

/// A page of any site, to be played by the user's own yt-dlp: one thing, or a list that takes its place in
/// the queue.
public struct YTDLPTrack: Track, StorableTrack, Hashable {
  /// What of the page is meant.
  public enum Part: Sendable, Hashable, Codable {
    /// All of it.
    case whole
    /// The member with this number, from 1, of a page that holds several.
    case member(Int)
    /// The list from this member on.
    case rest(from: Int)

    /// Whether the number can be one of a list.
    var isPossible: Bool {
      switch self {
      case .whole: true
      case .member(let number), .rest(let number): (1..<1 << 30).contains(number)
      }
    }
  }

  /// The page.
  public let page: URL
  /// What of the page is meant.
  public let part: Part
  /// What to show.
  public let metadata: TrackMetadata
  /// Whether the metadata is what a list said, and more will be known.
  public let isPreliminary: Bool
  /// Whether the page is looked through where yt-dlp does not know the site. That fetches whatever address
  /// it has, also in this network: `false` for links of strangers, such as those of a remote control.
  public let readsUnknownSites: Bool
  /// Whether a server on the Internet named the page: then it leads to public addresses alone.
  let isNamedByServer: Bool

  /// The name under which stores keep it.
  public static var storedType: String { "ytdlp" }

  /// The page, and the part of it.
  public var id: String {
    switch part {
    case .whole: page.absoluteString
    // No address has a space.
    case .member(let number): "\(page.absoluteString) [\(number)]"
    case .rest(let number): "\(page.absoluteString) [\(number)-]"
    }
  }

  /// Played by yt-dlp, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.ytdlp, .sameRecording] }

  /// What is known for good: what a list said only stands in.
  public var statedMetadata: TrackMetadata { isPreliminary ? TrackMetadata() : metadata }

  /// Makes a track of a page.
  ///
  /// - Throws: `blockedURL` for what is neither http nor https, `invalidItem` for an address that leads to no server,
  ///   or names a user.
  public init(
    page: URL,
    metadata: TrackMetadata = TrackMetadata(),
    readsUnknownSites: Bool = true
  ) throws(PlayerError) {
    // What only yt-dlp may say of an address, nobody else does.
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
      throw PlayerError(.blockedURL, "Only pages of http and https are looked at.")
    }
    guard URL(page: page.absoluteString) != nil,
      page.absoluteString.utf8.count <= RequestBounds.target
    else { throw PlayerError(.invalidItem, "This is no address of a page.") }
    guard part.isPossible else {
      throw PlayerError(.invalidItem, "No page has such a number of members.")
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
  /// The same, named by a stranger: it leads to public addresses alone.
  ///
  /// - Throws: `blockedURL` where its own address is none.
  var namedByStranger: YTDLPTrack {
    get throws(PlayerError) {
      guard NetworkScope.mayBePublic(page) else {
        throw PlayerError(.blockedURL, "Only pages at public addresses are looked at.")
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

  /// Reads a track that was stored.
  ///
  /// - Throws: `DecodingError`, `PlayerError` for a page that is none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      page: try values.decode(URL.self, forKey: .page),
      part: try values.decodeIfPresent(Part.self, forKey: .part) ?? .whole,
      metadata: try values.decodeIfPresent(TrackMetadata.self, forKey: .metadata)
        ?? TrackMetadata(),
      isPreliminary: try values.decodeIfPresent(Bool.self, forKey: .isPreliminary) ?? true,
      // What does not say so was not allowed to.
      readsUnknownSites: try values.decodeIfPresent(Bool.self, forKey: .readsUnknownSites)
        ?? false,
      isNamedByServer: try values.decodeIfPresent(Bool.self, forKey: .isNamedByServer) ?? true
    )
  }
}

extension YTDLPTrack: CustomStringConvertible, CustomReflectable {
  /// The title, else the host.
  public var description: String { metadata.title ?? page.host() ?? "page" }

  /// Shows the title alone: an address may hold a secret, that of the page too.
  public var customMirror: Mirror { Mirror(self, children: ["title": metadata.title ?? ""]) }
}
