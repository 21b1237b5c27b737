import Foundation
import PlayerKit
import PlayerKitServices

/// The service for pages of any site, with the user's own yt-dlp.
///
/// It is off unless the app names the program, because it runs a program. The guide describes what
/// sites allow.
public struct YTDLPService: SearchableService, PageService, RestrictableService {
  /// `ytdlp`.
  public static let name = "ytdlp"
  /// Pages.
  public static let storableTracks: [any StorableTrack.Type] = [YTDLPTrack.self, PageTrack.self]
  /// Links of known sites, and any page by `ytdlp:URL`.
  public static let links: any LinkRecognizer = YTDLPLinks()

  /// The client that the service uses.
  public let client: YTDLPClient
  /// Whether pages are named by untrusted sources.
  private var isRestricted = false

  /// Creates the service. Runs no program yet.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - executable: The path of yt-dlp, or its name in the folders of `PATH`. `nil` turns the service
  ///     off.
  ///   - environment: The variables that the program sees.
  public init(
    _ setup: ServiceSetup,
    executable: String?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.init(
      client: YTDLPClient(
        executable: executable.map { YTDLPExecutable.path($0, in: environment) },
        environment: environment,
        clock: setup.clock
      )
    )
  }

  /// Creates the service with a client. Runs no program yet.
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
        "This link needs yt-dlp, which was not found. Install it, or name its path."
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

  /// Returns a copy for untrusted links: pages must have public addresses, and unknown sites are not
  /// searched. If the options allow unknown sites, so must `policy`; otherwise it must allow private
  /// addresses for an unrestricted service.
  public func restricted(by policy: RemoteAccessPolicy) -> YTDLPService {
    let isTrusted =
      client.options.readsUnknownSites ? policy.unknownSites : policy.privateAddresses
    var copy = self
    copy.isRestricted = isRestricted || !isTrusted
    return copy
  }

  private func ytdlpTrack(of page: URL) throws(PlayerError) -> YTDLPTrack {
    let track = try YTDLPTrack(page: page, readsUnknownSites: client.options.readsUnknownSites)
    return isRestricted ? try track.namedByStranger : track
  }
}
