import Foundation
import PlayerKitServices

/// A listen, as submitted to ListenBrainz.
public struct ListenBrainzListen: Sendable, Hashable {
  /// The artists, as credited.
  public var artist: String
  /// The title.
  public var title: String
  /// When the play began.
  public var date: Date
  /// The album.
  public var album: String?
  /// The track's length.
  public var duration: Duration?
  /// The track number on its disc.
  public var trackNumber: Int?
  /// The International Standard Recording Code.
  public var isrc: String?
  /// The MusicBrainz id of the recording.
  public var recordingID: String?
  /// The MusicBrainz id of the release.
  public var releaseID: String?
  /// The MusicBrainz ids of the artists.
  public var artistIDs: [String] = []
  /// The domain of the service that played it, such as `spotify.com`.
  public var musicService: String?
  /// The track's web page.
  public var page: URL?

  /// Creates a listen from the fields that ListenBrainz requires.
  public init(artist: String, title: String, date: Date) {
    self.artist = artist
    self.title = title
    self.date = date
  }

  /// Returns the JSON to send. It leaves out values that would make ListenBrainz refuse the whole
  /// request: empty texts, invalid ids, NUL characters, impossible lengths.
  func json(player: (name: String, version: String), withDate: Bool) -> JSONValue {
    var more: [String: JSONValue] = [
      "media_player": .string(player.name), "submission_client": .string(player.name),
      "submission_client_version": .string(player.version),
    ]
    more["duration_ms"] = duration.flatMap(Self.milliseconds).map { .int($0) }
    more["tracknumber"] = trackNumber.flatMap { $0 > 0 ? .int($0) : nil }
    more["isrc"] = Self.text(isrc)
    more["recording_mbid"] = Self.id(recordingID)
    more["release_mbid"] = Self.id(releaseID)
    let artists = artistIDs.prefix(Self.maximumArtists).compactMap(Self.id)
    if !artists.isEmpty { more["artist_mbids"] = .array(artists) }
    more["music_service"] = Self.text(musicService)
    more["origin_url"] = Self.text(page?.absoluteString)
    var track: [String: JSONValue] = ["additional_info": .object(more)]
    track["artist_name"] = Self.text(artist)
    track["track_name"] = Self.text(title)
    track["release_name"] = Self.text(album)
    let seconds = date.timeIntervalSince1970.rounded(.down)
    var listen: [String: JSONValue] = ["track_metadata": .object(track)]
    // The service refuses an impossible date.
    if withDate { listen["listened_at"] = .int(Int(exactly: seconds) ?? 0) }
    return .object(listen)
  }

  // A listen may have at most 10,240 bytes.
  private static let maximumArtists = 30
  private static let longestText = 1_000

  private static func text(_ text: String?) -> JSONValue? {
    guard let text else { return nil }
    var clean = String.UnicodeScalarView()
    var room = longestText
    for scalar in text.unicodeScalars.prefix(500) where scalar.value != 0 {
      room -= Unicode.UTF8.width(scalar)
      guard room >= 0 else { break }
      clean.append(scalar)
    }
    let cut = String(clean)
    return cut.allSatisfy(\.isWhitespace) ? nil : .string(cut)
  }

  private static func id(_ text: String?) -> JSONValue? {
    guard let text, let id = UUID(uuidString: text) else { return nil }
    return .string(id.uuidString.lowercased())
  }

  private static func milliseconds(_ duration: Duration) -> Int? {
    guard duration > .zero, duration <= .seconds(24 * 86_400) else { return nil }
    return Int((duration / .milliseconds(1)).rounded())
  }
}
