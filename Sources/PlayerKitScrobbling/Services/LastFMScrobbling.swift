import PlayerKitServices
import PlayerKit
import PlayerKitLastFM

/// Last.fm as a service that counts: tracks longer than 30 seconds, of which half or 4 minutes were played.
public struct LastFMScrobbling: ScrobbleService {
  private let client: LastFMClient

  /// Makes a service of a client with a session.
  public init(_ client: LastFMClient) {
    self.client = client
  }

  /// `lastfm`.
  public var name: String { CatalogService.lastFM.rawValue }
  /// The name of the user who is signed in.
  public var account: String? { client.session?.name }
  /// Last.fm's.
  public var rule: ScrobbleRule { .lastFM }
  /// 50.
  public var batchSize: Int { LastFMClient.mostPlays }

  /// Tells what plays now.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await client.updateNowPlaying(LastFMPlay(listen))
  }

  /// Tells what was heard. Plays beyond those that Last.fm takes on a day are told on the next one.
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

  /// Too many for a day, and too many at once.
  private static let limits: Set = [5, 29]

  /// Loves a track, or does no longer: Last.fm knows no hate.
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
  /// Whether Last.fm itself says that something is wrong with what it was told: 6 and 7. Of the others, those about
  /// methods and formats are the app's to mend, and no reason to lose a play.
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
