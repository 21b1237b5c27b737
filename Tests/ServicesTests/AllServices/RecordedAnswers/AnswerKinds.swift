import Foundation
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify

/// Decodes an answer and encodes it again.
struct AnswerKind: Sendable {
  let check: @Sendable (Data) throws -> [Loss]

  /// The answers that this model of the client reads.
  static func model<Model: Codable & SendableMetatype>(
    _ type: Model.Type,
    more: @escaping @Sendable (Model, JSONValue) -> [Loss] = { _, _ in [] }
  ) -> AnswerKind {
    AnswerKind { data in try AnswerCheck.losses(of: data, through: type, more: more) }
  }
}

extension AnswerKind {
  /// The model of each kind that the clients read. A new kind is a new line.
  static let known: [String: AnswerKind] = [
    "apple.resources": .model(AppleMusic.Collection<AppleMusic.Item>.self),
    "apple.resource": .model(AppleMusic.Item.self),
    "apple.search": .model(AppleMusic.SearchDocument.self),
    "apple.charts": .model(AppleMusic.ChartsDocument.self),
    "apple.hints": .model(AppleMusic.HintsDocument.self),
    "apple.suggestions": .model(AppleMusic.SuggestionsDocument.self),
    "apple.errors": .model([String: AppleMusic.ErrorDocument?].self),
    "apple.storefrontNumbers": .model(LossyArray<AppleMusic.StorefrontNumber>.self),
    "itunes.results": .model(ITunes.Results.self, more: ITunesCoverage.losses),
    "itunes.genres": .model(ITunes.GenreTree.self, more: ITunesCoverage.losses),
    "spotify.track": .model(Spotify.Track.self),
    "spotify.tracks": .model([String: LossyArray<Spotify.Track>].self),
    "spotify.album": .model(Spotify.Album.self),
    "spotify.albumTracks": .model(Spotify.Page<Spotify.Track>.self),
    "spotify.artist": .model(Spotify.Artist.self),
    "spotify.artists": .model([String: LossyArray<Spotify.Artist>].self),
    "spotify.search": .model(Spotify.SearchResults.self),
    "spotify.playlist": .model(Spotify.Playlist.self),
    "spotify.playlistItems": .model(Spotify.Page<Spotify.PlaylistItem>.self),
    "spotify.recommendations": .model(Spotify.Recommendations.self),
    "spotify.devices": .model([String: LossyArray<Spotify.Device>].self),
    "spotify.playbackState": .model(Spotify.PlaybackState.self),
    "spotify.queue": .model(Spotify.Queue.self),
    "spotify.snapshot": .model(Spotify.Snapshot.self),
    "spotify.token": .model(OAuthAnswer.self),
    "spotify.authError": .model(OAuthFailure.self),
    "spotify.errors": .model([String: JSONValue].self),
    "deezer.track": .model(Deezer.Track.self),
    "deezer.tracks": .model(Deezer.List<Deezer.Track>.self),
    "deezer.artist": .model(Deezer.Artist.self),
    "deezer.artists": .model(Deezer.List<Deezer.Artist>.self),
    "deezer.album": .model(Deezer.Album.self),
    "deezer.chart": .model(Deezer.Chart.self),
    "deezer.error": .model(JSONValue.self),
    "deezer.errors": .model([String: JSONValue].self),
  ]

  /// Whether a kind belongs to a service without a client. Each kind of the other services must be
  /// known, so that a misspelled one is not skipped.
  static func isSkipped(_ kind: String) -> Bool {
    let services = Set(known.keys.map(service))
    return known[kind] == nil && !services.contains(service(kind))
  }

  /// `apple` of `apple.songs`.
  static func service(_ kind: String) -> Substring { kind.prefix { $0 != "." } }
}
