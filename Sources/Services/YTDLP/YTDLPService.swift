import Foundation
import PlayerKitServices
import PlayerKit

/// The pages of any site as an app knows them, by the user's own yt-dlp.
///
/// Off, unless `YTDLP` says where that is: it runs a program. See the guide about what sites allow.
public struct YTDLPService: MusicService {
  /// `ytdlp`.
  public static let name = "ytdlp"
  /// Where yt-dlp is.
  public static let variables = [
    ServiceVariable("YTDLP", "the path of yt-dlp, or auto: pages of any site are played by it")
  ]
  /// None: it has no address of its own.
  public static let addresses: [String] = []
  /// Pages.
  public static let storableTracks: [any StorableTrack.Type] = [YTDLPTrack.self, PageTrack.self]
  /// Links of known sites, and any page by `ytdlp:URL`.
  public static let links: any LinkRecognizer = YTDLPLinks()

  /// The client that it asks.
  public let client: YTDLPClient
  /// Whether pages are named by strangers.
  private var isForStrangers = false

  /// Makes the service. No program is run yet.
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

  /// Makes the service of a client.
  public init(client: YTDLPClient) {
    self.client = client
  }

  /// Searches YouTube, and looks through lists.
  public var catalog: any SearchableCatalog { YTDLPCatalog(client: client) }

  /// Whether there is a yt-dlp.
  public var isSetUp: Bool { client.executable != nil }

  /// Its pages.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [YTDLPResolver(client: client)]
  }

  /// What yt-dlp knows of pages.
  public var inspector: (any MediaInspecting)? { YTDLPInspector(client: client) }

  /// The address, played as it is where that can be, else by yt-dlp.
  public func track(at page: URL) -> (any Track)? {
    guard isSetUp else { return nil }
    return (try? ytdlpTrack(of: page)).map { PageTrack($0) }
  }

  /// The page; of what is known to be a list, its first members and the rest.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    guard isSetUp else {
      throw PlayerError(.toolMissing, "This link needs yt-dlp, which was not found.")
    }
    guard let page = URL(string: link.id) else {
      throw PlayerError(.invalidItem, "This is no address of a page.")
    }
    // Another service's resolver may play it, and looks no further than this one.
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

  /// The same, but pages lie at public addresses, and those of unknown sites are not looked through.
  public var forStrangers: any MusicService {
    var copy = self
    copy.isForStrangers = true
    return copy
  }

  /// What its options say.
  public var readsUnknownSites: Bool { client.options.readsUnknownSites }

  private func ytdlpTrack(of page: URL) throws(PlayerError) -> YTDLPTrack {
    let track = try YTDLPTrack(page: page, readsUnknownSites: client.options.readsUnknownSites)
    return isForStrangers ? try track.namedByStranger : track
  }
}
