import PlayerKitServices
import PlayerKit
import PlayerKitLastFM

/// Scrobbles to Last.fm. It counts tracks longer than 30 seconds once half of the track or 4
/// minutes have played.
public struct LastFMScrobbling: ScrobbleService {
  private let client: LastFMClient

  /// Makes the service from a client with a session.
  public init(_ client: LastFMClient) {
    self.client = client
  }

  /// `lastfm`.
  public var name: String { CatalogService.lastFM.rawValue }
  /// The name of the signed-in user.
  public var account: String? { client.session?.name }
  /// The rule of Last.fm.
  public var rule: ScrobbleRule { .lastFM }
  /// 50.
  public var batchSize: Int { LastFMClient.maximumPlays }

  /// Reports the current track.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await client.updateNowPlaying(LastFMPlay(listen))
  }

  /// Sends plays. Plays beyond Last.fm's daily limit are sent on the next day.
  public func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict] {
    do {
      return try await client.scrobble(listens.map(LastFMPlay.init)).map { verdict in
        switch verdict {
        case .ignored(let code, _) where Self.limits.contains(code): .later(nil)
        case .ignored(let code, let message):
          .refused(reason: message.isEmpty ? Self.reason(code) : message)
        default: .accepted
        }
      }
    } catch let error as CatalogError where error.isOfParameters {
      throw ScrobbleRefusal(reason: error.details.first?.text ?? error.message)
    }
  }

  /// The codes for too many plays on a day, and too many at once.
  private static let limits: Set = [5, 29]

  /// Marks a track as loved, or removes the mark. Last.fm has no `hate`.
  public func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws {
    try await client.setLoved(feeling == .love, artist: listen.artist, title: listen.title)
  }

  private static func reason(_ code: Int) -> String {
    switch code {
    case 1: "The artist is ignored."
    case 2: "The track is ignored."
    case 3: "The play is too old."
    case 4: "The play is in the future."
    default: "It is ignored (\(code))."
    }
  }
}

extension CatalogError {
  /// Whether Last.fm itself reports a fault of the data (codes 6 and 7). Other codes, about methods
  /// and formats, are faults of the app, and no reason to lose a play.
  fileprivate var isOfParameters: Bool {
    details.contains { ["6", "7"].contains($0.code) }
  }
}

extension LastFMPlay {
  fileprivate init(_ listen: Listen) {
    self.init(artist: listen.artist, title: listen.title, date: listen.date)
    album = listen.album
    albumArtist = listen.albumArtist
    duration = listen.duration
    trackNumber = listen.trackNumber
    musicBrainzID = listen.musicBrainz?.recording
    isChosenByUser = listen.isChosenByUser
  }
}
