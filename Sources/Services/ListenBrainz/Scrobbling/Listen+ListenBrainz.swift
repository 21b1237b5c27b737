import Foundation
import PlayerKit
import PlayerKitServices

extension Listen {
  /// Returns the JSON that ListenBrainz takes. It leaves out values that would make ListenBrainz refuse the whole
  /// request: empty texts, invalid ids, NUL characters, impossible lengths.
  func json(player: (name: String, version: String), withDate: Bool) -> JSONValue {
    var more: [String: JSONValue] = [
      "media_player": .string(player.name), "submission_client": .string(player.name),
      "submission_client_version": .string(player.version),
    ]
    more["duration_ms"] = duration.flatMap(Self.milliseconds).map { .int($0) }
    more["tracknumber"] = trackNumber.flatMap { $0 > 0 ? .int($0) : nil }
    more["isrc"] = Self.text(isrc)
    more["recording_mbid"] = Self.id(musicBrainz?.recording)
    more["release_mbid"] = Self.id(musicBrainz?.release)
    let artists = (musicBrainz?.artists ?? []).prefix(Self.maximumArtists).compactMap(Self.id)
    if !artists.isEmpty { more["artist_mbids"] = .array(artists) }
    // Addresses on a user's own server stay private.
    if let page, page.scheme == "https", page.query == nil, page.user == nil {
      more["origin_url"] = Self.text(page.absoluteString)
    }
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
