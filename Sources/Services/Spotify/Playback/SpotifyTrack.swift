import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

/// A track that says itself which one of Spotify's it is.
///
/// It is a protocol so that an app's own model can conform; ``SpotifyTrack`` is ready-made.
public protocol SpotifyPlayable: Track {
  /// The track's id at Spotify.
  var spotifyID: String { get }

  /// What is known of the recording, by which it is found elsewhere where Spotify has no preview;
  /// `nil`: Spotify is asked.
  var recording: Recording? { get }

  /// The preview that the catalog named when the track was found; `nil` where it is not known.
  var knownPreview: MediaAddress? { get }
}

extension SpotifyPlayable {
  /// Played by ``SpotifyPreviewPlayer``.
  public var playerTypes: [PlayerType] { [.spotifyPreview] }
  /// Spotify is asked.
  public var recording: Recording? { nil }
  /// Nothing is known.
  public var knownPreview: MediaAddress? { nil }
}

/// A track of Spotify, to be played as its preview or that of the same recording elsewhere.
public struct SpotifyTrack: SpotifyPlayable, Hashable {
  /// The track's id at Spotify.
  public let spotifyID: String
  private let stored: StoredRecording?
  /// What to show.
  public let metadata: TrackMetadata
  /// The preview that the catalog named when the track was found.
  public let knownPreview: MediaAddress?
  /// The players that can play it, the preferred first.
  public var playerTypes: [PlayerType]

  /// The track's id.
  public var id: String { spotifyID }
  /// What is known of the recording.
  public var recording: Recording? { stored?.recording }

  /// Makes a track of an id; what is not known of it is looked up when its turn comes.
  public init(
    id: String,
    recording: Recording? = nil,
    metadata: TrackMetadata = TrackMetadata(),
    preview: MediaAddress? = nil,
    playerTypes: [PlayerType] = [.spotifyPreview]
  ) {
    spotifyID = id
    stored = recording.map(StoredRecording.init)
    self.metadata = metadata
    knownPreview = preview
    self.playerTypes = playerTypes
  }

  /// Makes a track of one that Spotify described; `nil` of one without an id: a local file.
  public init?(_ track: Spotify.Track, playerTypes: [PlayerType] = [.spotifyPreview]) {
    // Not the one that a market has in its place.
    guard let id = track.askedID else { return nil }
    let recording = track.recording
    self.init(
      id: id,
      recording: recording,
      metadata: TrackMetadata(
        title: track.name,
        artist: recording?.artists.joined(separator: ", "),
        album: track.album?.name,
        duration: recording?.duration.flatMap(\.ifPlausible),
        albumID: track.album?.id,
        discNumber: track.discNumber,
        trackNumber: track.trackNumber
      ),
      preview: MediaAddress(of: track),
      playerTypes: playerTypes
    )
  }
}

extension SpotifyTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case spotifyID = "id"
    case stored = "recording"
    case knownPreview = "preview"
    case metadata, playerTypes
  }

  /// The name under which stores keep it.
  public static var storedType: String { "spotify" }
}

/// A recording as stores keep it.
private struct StoredRecording: Codable, Hashable {
  let title: String
  let artists: [String]
  let album: String?
  /// In milliseconds, as the services tell it.
  let duration: Int64?
  let isrc: String?
  let isExplicit: Bool?

  init(_ recording: Recording) {
    title = recording.title
    artists = recording.artists
    album = recording.album
    duration = recording.duration?.ifPlausible?.milliseconds
    isrc = recording.isrc
    isExplicit = recording.isExplicit
  }

  var recording: Recording {
    Recording(
      title: title,
      artists: artists,
      album: album,
      duration: duration.map { Duration.milliseconds($0) }?.ifPlausible,
      isrc: isrc,
      isExplicit: isExplicit
    )
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension Spotify.Track {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artists are missing.
  public var recording: Recording? {
    let artists = (artists?.members ?? []).compactMap(\.name)
    guard let name, !artists.isEmpty else { return nil }
    return Recording(
      title: name,
      artists: artists,
      album: album?.name,
      duration: durationMilliseconds.map { .milliseconds($0) },
      isrc: externalIDs?.isrc,
      isExplicit: isExplicit
    )
  }
}

extension MediaAddress {
  /// The preview that a track of Spotify names: of most it names none.
  init?(of track: Spotify.Track) {
    self.init(at: track.previewURL.flatMap { URL(string: $0) })
  }
}
