import Foundation

/// A play of a track, as Last.fm is told of it.
public struct LastFMPlay: Sendable, Hashable {
  /// The artist of the track.
  public var artist: String
  /// The title.
  public var title: String
  /// When the play began.
  public var date: Date
  /// The album.
  public var album: String?
  /// The artist of the album, where it is another one.
  public var albumArtist: String?
  /// The track's length; whole seconds are told.
  public var duration: Duration?
  /// The number on its disc.
  public var trackNumber: Int?
  /// MusicBrainz' id of the recording.
  public var musicBrainzID: String?
  /// Whether the listener chose it: `false` for radio and recommendations, `nil` where that is not known.
  public var isChosenByUser: Bool?

  /// Makes a play of what Last.fm demands.
  public init(artist: String, title: String, date: Date) {
    self.artist = artist
    self.title = title
    self.date = date
  }

  /// The fields by their names; `suffix` numbers the plays of a batch.
  func fields(_ suffix: String, withDate: Bool) -> [String: String] {
    var fields: [String: String] = [:]
    func set(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { fields[name + suffix] = value }
    }
    set("artist", artist)
    set("track", title)
    set("album", album)
    set("albumArtist", albumArtist == artist ? nil : albumArtist)
    set("duration", duration.map { String($0.components.seconds) })
    set("trackNumber", trackNumber.map(String.init))
    set("mbid", musicBrainzID)
    guard withDate else { return fields }
    // A date that can't be is Last.fm's to refuse.
    let seconds = date.timeIntervalSince1970.rounded(.down)
    set("timestamp", String(Int(exactly: seconds) ?? 0))
    set("chosenByUser", isChosenByUser.map { $0 ? "1" : "0" })
    return fields
  }
}

/// What became of a play that Last.fm was told.
@nonexhaustive public enum LastFMVerdict: Sendable, Hashable {
  /// It counts.
  case accepted
  /// It does not count. The number is Last.fm's: 1 and 2 artist or track are ignored, 3 it is too old, 4 too new, 5
  /// there were too many on that day. What is told again then counts on the next day; all others never do.
  case ignored(code: Int, message: String)
}
