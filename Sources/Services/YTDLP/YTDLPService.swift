import Foundation
import PlayerKitServices
import PlayerKit

/// The service for pages of any site, with the user's own yt-dlp.
///
/// It is off unless the variable `YTDLP` names the program, because it runs a program. The guide
/// describes what sites allow.
public struct YTDLPService: MusicService {
  /// `ytdlp`.
  public static let name = "ytdlp"
  /// The path of yt-dlp.
  public static let variables = [
    ServiceVariable("YTDLP", "the path of yt-dlp, or auto: pages of any site are played by it")
  ]
  /// None, because the service has no address of its own.
  public static let addresses: [String] = []
  /// Pages.
  public static let storableTracks: [any StorableTrack.Type] = [YTDLPTrack.self, PageTrack.self]
  /// Links of known sites, and any page by `ytdlp:URL`.
  public static let links: any LinkRecognizer = YTDLPLinks()

  /// The client that the service uses.
  public let client: YTDLPClient
  /// Whether pages are named by untrusted sources.
  private var isRestricted = false

  /// Creates the service. Runs no program yet.
  public init(_ setup: ServiceSetup) {
    let executable =
      switch setup["YTDLP"] {
      case "auto": YTDLPExecutable.find(in: setup.environment)
      case let path: path.map { YTDLPExecutable.path($0, in: setup.environment) }
      }
    self.init(
      client: YTDLPClient(
        executable: executable,
        environment: setup.environment,
        clock: setup.clock
      )
    )
  }

  /// Creates the service with a client.
  public init(client: YTDLPClient) {
    self.client = client
  }

  /// Searches YouTube and reads lists.
  public var catalog: any SearchableCatalog { YTDLPCatalog(client: client) }

  /// Whether yt-dlp was found.
  public var isConfigured: Bool { client.executable != nil }

  /// Returns the resolver of pages.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [YTDLPResolver(client: client)]
  }

  /// The inspector that provides yt-dlp's metadata of pages.
  public var inspector: (any MediaInspecting)? { YTDLPInspector(client: client) }

  /// Returns a track that plays the address directly if possible, or else with yt-dlp.
  public func track(at page: URL) -> (any Track)? {
    guard isConfigured else { return nil }
    return (try? ytdlpTrack(of: page)).map { PageTrack($0) }
  }

  /// Returns the page. For a known list, returns its first members and one track for the rest.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    guard isConfigured else {
      throw PlayerError(
        .toolMissing,
        "This link needs yt-dlp, which was not found. Install it, or set YTDLP to its path."
      )
    }
    guard let page = URL(string: link.id) else {
      throw PlayerError(.invalidItem, "This is not the address of a page.")
    }
    // If another service's resolver plays it, it follows the same restrictions.
    let track = try ytdlpTrack(of: page)
    guard link.kind != .song else { return [track] }
    do {
      switch try await client.find(track) {
      case .media: return [track]
      case .list(let items): return items.map(\.track)
      }
    } catch let error as YTDLPError {
      throw PlayerError(error)
    }
  }

  /// A copy for untrusted links: pages must have public addresses, and unknown sites are not
  /// searched.
  public var restricted: any MusicService {
    var copy = self
    copy.isRestricted = true
    return copy
  }

  /// Whether the options allow searching unknown sites.
  public var readsUnknownSites: Bool { client.options.readsUnknownSites }

  private func ytdlpTrack(of page: URL) throws(PlayerError) -> YTDLPTrack {
    let track = try YTDLPTrack(page: page, readsUnknownSites: client.options.readsUnknownSites)
    return isRestricted ? try track.namedByStranger : track
  }
}
