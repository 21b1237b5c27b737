import PlayerKitServices
import PlayerKit

extension ArtistReference {
  /// What the artist is known by: the strongest first.
  var keys: [String] {
    let services = ids.sorted { $0.key.rawValue < $1.key.rawValue }
    return [musicBrainzKey.map { "mb " + $0 }].compactMap(\.self)
      + services.map { "\($0.key.rawValue) \($0.value)" } + ["name " + nameKey]
  }

  /// Whether an id tells the two apart, whatever their names: namesakes.
  func isNamesake(of other: ArtistReference) -> Bool {
    if let mine = musicBrainzKey, let theirs = other.musicBrainzKey { return mine != theirs }
    return ids.contains { service, id in other.ids[service].map { $0 != id } ?? false }
  }
}

extension DiscoveredTrack {
  /// What the recording is known by: its code, its MusicBrainz id, the id of its track, its names.
  var keys: [String] { track.recordingKeys }
}

extension Track {
  /// What the recording is known by: its code, its MusicBrainz id, the id of its track, its names.
  var recordingKeys: [String] {
    let details = metadata.details
    var keys = [(playerType?.rawValue ?? "track") + " " + id]
    if let code = RecordingCode.normal(details.isrc) { keys.append("isrc " + code) }
    if let id = MusicBrainzID.normal(details.musicBrainz?.recording) { keys.append("mb " + id) }
    if let title = metadata.title, let artist = ArtistReference(of: metadata) {
      keys.append("name \(artist.nameKey)|\(TitleKey.key(of: title))")
    }
    return keys
  }

  /// What its artists are known by, guests included.
  var artistKeys: Set<String> {
    let details = metadata.details
    let names = details.artists + [metadata.artist].compactMap(\.self)
    return Set(names.map { "name " + ArtistReference.key(of: $0) })
  }
}

/// What of a title tells songs apart.
enum TitleKey {
  /// The words before brackets and dashes: for a listener, the remaster of a song is the song again.
  static func key(of title: String) -> String {
    let ends = [" (", " [", " - "].compactMap { title.firstRange(of: $0)?.lowerBound }
    let short = ArtistReference.key(of: String(title[..<(ends.min() ?? title.endIndex)]))
    return short.isEmpty ? ArtistReference.key(of: title) : short
  }
}
