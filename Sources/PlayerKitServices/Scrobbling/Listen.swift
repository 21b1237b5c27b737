import Foundation
import PlayerKit

/// A play as it is sent to services and stored in the outbox. It contains no address of media.
public struct Listen: Sendable, Hashable, Codable {
  /// The artist, as credited.
  public var artist: String
  /// The title.
  public var title: String
  /// The time at which the play became audible.
  public var date: Date
  /// The album.
  public var album: String?
  /// The artist of the album.
  public var albumArtist: String?
  /// The length of the track.
  public var duration: Duration?
  /// The track's number on its disc.
  public var trackNumber: Int?
  /// The International Standard Recording Code.
  public var isrc: String?
  /// The MusicBrainz ids.
  public var musicBrainz: MusicBrainzIDs?
  /// The page of the track at its service.
  public var page: URL?
  /// Whether the listener chose the track; `false` if a radio or recommendation did, `nil` if
  /// unknown.
  public var isChosenByUser: Bool?

  /// The account that played it, as in ``ScrobbleService/account``. It is sent with no other
  /// account. `nil` if any account may send it.
  public var account: String?

  /// Makes a listen with the values that services require.
  public init(artist: String, title: String, date: Date) {
    self.artist = artist
    self.title = title
    self.date = date
  }

  /// Makes a listen from a play of a queue. Returns `nil` if it is a preview, or has no artist,
  /// title, or length. A station's song needs no length.
  public init?(_ listening: Listening) {
    let metadata = listening.entry.metadata
    guard let artist = metadata.artist?.trimmed, let title = metadata.title?.trimmed,
      !listening.isPreview
    else { return nil }
    let duration = listening.duration ?? metadata.duration
    guard duration != nil || listening.kind == .radio else { return nil }
    self.init(artist: artist, title: title, date: listening.date)
    self.duration = duration
    album = metadata.album?.trimmed
    albumArtist = metadata.details.albumArtist?.trimmed
    trackNumber = metadata.trackNumber
    isrc = metadata.details.isrc
    musicBrainz = metadata.details.musicBrainz
    page = metadata.details.page
    if listening.entry.item.isProposed { isChosenByUser = false }
  }
}

extension Listening {
  /// The kinds of plays that a listener can turn on and off.
  package enum Kind { case music, podcast, radio }

  package var kind: Kind {
    let types = entry.track.playerTypes.map(\.rawValue)
    return types.contains("podcast") ? .podcast : types.contains("radio") ? .radio : .music
  }

  /// Whether this is only a preview of the song: services offer half a minute to people without an
  /// account.
  var isPreview: Bool {
    guard entry.clip == nil, let duration else { return false }
    let whole = [entry.track.metadata.duration, entry.metadata.duration].compactMap(\.self).max()
    if duration <= .seconds(60), let whole, duration * 2 < whole { return true }
    // If the song's length is unknown, the type of track decides.
    let offersPreview = entry.track.playerTypes.first?.rawValue.hasSuffix("Preview") == true
    return offersPreview && duration <= .seconds(35)
  }
}

extension String {
  /// The text without surrounding whitespace, or `nil` if nothing is left.
  fileprivate var trimmed: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
