import PlayerKitServices
import PlayerKit
import PlayerKitListenBrainz

/// Scrobbles to ListenBrainz. It counts a track once half of it or 4 minutes have played.
public struct ListenBrainzScrobbling: ScrobbleService {
  private let client: ListenBrainzClient
  /// The account that owns the token.
  public let account: String?

  /// Makes the service from a client with a token.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter account: The user's name, as `client.userName()` returns it. If it is `nil`, a
  ///   digest of the token identifies the user. Waiting plays are then not sent after the user gets
  ///   another token.
  public init(_ client: ListenBrainzClient, account: String? = nil) {
    self.client = client
    self.account = account ?? client.tokenDigest
  }

  /// `listenbrainz`.
  public var name: String { CatalogService.listenBrainz.rawValue }
  /// Half of a track or 4 minutes, however short the track is.
  public var rule: ScrobbleRule {
    ScrobbleRule(minimumDuration: .zero, fraction: 0.5, maximum: .seconds(240))
  }
  /// 100.
  public var batchSize: Int { 100 }

  /// Reports the current track.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await client.updateNowPlaying(ListenBrainzListen(listen))
  }

  /// Sends plays. ListenBrainz accepts all or none.
  public func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict] {
    do {
      try await client.submit(listens.map(ListenBrainzListen.init))
    } catch let error as CatalogError where error.code == .badRequest && !error.details.isEmpty {
      throw ScrobbleRefusal(reason: error.details.first?.text ?? error.message)
    }
    return listens.map { _ in .accepted }
  }

  /// Sets the listener's feeling about a recording.
  ///
  /// - Throws: `CatalogError`: `invalidArgument` if the track's MusicBrainz id is unknown.
  public func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws {
    guard let recording = listen.musicBrainz?.recording else {
      throw CatalogError(
        .invalidArgument,
        "ListenBrainz knows recordings by their MusicBrainz ids, and this has none.",
        service: .listenBrainz
      )
    }
    let told: ListenBrainzClient.Feeling =
      switch feeling {
      case .love: .love
      case .none: .none
      case .hate: .hate
      }
    try await client.setFeeling(told, ofRecording: recording)
  }
}

extension ListenBrainzListen {
  fileprivate init(_ listen: Listen) {
    self.init(artist: listen.artist, title: listen.title, date: listen.date)
    album = listen.album
    duration = listen.duration
    trackNumber = listen.trackNumber
    isrc = listen.isrc
    recordingID = listen.musicBrainz?.recording
    releaseID = listen.musicBrainz?.release
    artistIDs = listen.musicBrainz?.artists ?? []
    // Addresses on a user's own server stay private.
    if let page = listen.page, page.scheme == "https", page.query == nil, page.user == nil {
      self.page = page
    }
  }
}
