import MusicCatalog
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
  /// Last.fm's.
  public var rule: ScrobbleRule { .lastFM }
  /// 50.
  public var batchSize: Int { LastFMClient.mostPlays }

  /// Tells what plays now.
  public func tellNowPlaying(_ listen: Listen) async throws {
    try await client.updateNowPlaying(LastFMPlay(listen))
  }

  /// Tells what was heard.
  public func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict] {
    try await client.scrobble(listens.map(LastFMPlay.init)).map { verdict in
      switch verdict {
      case .ignored(let code, let message):
        .refused(reason: message.isEmpty ? Self.reason(code) : message)
      default: .accepted
      }
    }
  }

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
    case 5: "Too many plays for a day."
    default: "It is ignored (\(code))."
    }
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
  }
}
