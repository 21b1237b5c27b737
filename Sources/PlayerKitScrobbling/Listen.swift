import Foundation
import PlayerKit
import PlayerKitServices

/// A play, as services are told of it, and as it waits to be told. It holds no address of media.
public struct Listen: Sendable, Hashable, Codable {
  /// The artist, as credited.
  public var artist: String
  /// The title.
  public var title: String
  /// When the play began to sound.
  public var date: Date
  /// The album.
  public var album: String?
  /// The artist of the album.
  public var albumArtist: String?
  /// The track's length.
  public var duration: Duration?
  /// The number on its disc.
  public var trackNumber: Int?
  /// The International Standard Recording Code.
  public var isrc: String?
  /// What MusicBrainz knows it by.
  public var musicBrainz: MusicBrainzIDs?
  /// The page of the track at its service.
  public var page: URL?
  /// Whether the listener chose it; `false`: a radio or a recommendation did; `nil`: nothing is known of that.
  public var isChosenByUser: Bool?

  /// The account under which it was heard, as ``ScrobbleService/account`` names it. It is sent with no other one.
  /// `nil`: with any.
  public var account: String?

  /// Makes a listen of what services demand.
  public init(artist: String, title: String, date: Date) {
    self.artist = artist
    self.title = title
    self.date = date
  }

  /// A play of a queue; `nil` if it is a preview, or has no artist, no title or no length. A station's song needs
  /// no length.
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
  /// What a listener can keep apart.
  enum Kind { case music, podcast, radio }

  var kind: Kind {
    let types = entry.track.playerTypes.map(\.rawValue)
    return types.contains("podcast") ? .podcast : types.contains("radio") ? .radio : .music
  }

  /// Whether only a part of the song is to be had: services offer half a minute to people without an account.
  var isPreview: Bool {
    guard entry.clip == nil, let duration else { return false }
    let whole = [entry.track.metadata.duration, entry.metadata.duration].compactMap(\.self).max()
    if duration <= .seconds(60), let whole, duration * 2 < whole { return true }
    // Without the song's length, the kind of track tells.
    let offersPreview = entry.track.playerTypes.first?.rawValue.hasSuffix("Preview") == true
    return offersPreview && duration <= .seconds(35)
  }
}

extension String {
  /// Without space around it; `nil` where nothing is left.
  fileprivate var trimmed: String? {
    let text = trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
