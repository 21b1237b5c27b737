import Foundation
import PlayerKit
import PlayerKitServices

extension Listen {
  /// Returns Last.fm's fields by name. `suffix` numbers the plays of a batch.
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
    set("mbid", musicBrainz?.recording)
    guard withDate else { return fields }
    // Last.fm refuses an impossible date.
    let seconds = date.timeIntervalSince1970.rounded(.down)
    set("timestamp", String(Int(exactly: seconds) ?? 0))
    set("chosenByUser", isChosenByUser.map { $0 ? "1" : "0" })
    return fields
  }
}

/// Last.fm's verdict on a submitted play.
@nonexhaustive public enum LastFMVerdict: Sendable, Hashable {
  /// The play counts.
  case accepted
  /// The play does not count. The codes are Last.fm's: 1 the artist is ignored, 2 the track is
  /// ignored, 3 too old, 4 too new, 5 daily limit exceeded. A play with code 5 counts if it is sent
  /// again the next day; the others never do.
  case ignored(code: Int, message: String)
}
