import PlayerKit
import PlayerKitServices

extension ArtistReference {
  /// The keys of the artist, the strongest first.
  var keys: [String] {
    let services = ids.sorted { $0.key.rawValue < $1.key.rawValue }
    return [musicBrainzKey.map { "mb " + $0 }].compactMap(\.self)
      + services.map { "\($0.key.rawValue) \($0.value)" } + ["name " + nameKey]
  }

  /// Returns whether the ids show that the two are different artists, regardless of their names.
  func isNamesake(of other: ArtistReference) -> Bool {
    if let mine = musicBrainzKey, let theirs = other.musicBrainzKey { return mine != theirs }
    return ids.contains { service, id in other.ids[service].map { $0 != id } ?? false }
  }
}

extension DiscoveredTrack {
  /// The keys of the recording: the id of its track, its ISRC, its MusicBrainz id, and its names.
  var keys: [String] { track.recordingKeys }
}

extension Track {
  /// The keys of the recording: the id of its track, its ISRC, its MusicBrainz id, and its names.
  var recordingKeys: [String] {
    let details = metadata.details
    var keys = [(playerType?.rawValue ?? "track") + " " + id]
    if let code = RecordingCode.normal(details.isrc) { keys.append("isrc " + code) }
    if let id = MusicBrainzID.normal(details.musicBrainz?.recording) { keys.append("mb " + id) }
    if let title = metadata.title, let artist = ArtistReference(of: metadata) {
      keys.append("name \(artist.nameKey)|\(title.titleKey)")
    }
    return keys
  }

  /// The keys of the artists, including guests.
  var artistKeys: Set<String> {
    let details = metadata.details
    let names = details.artists + [metadata.artist].compactMap(\.self)
    return Set(names.map { "name " + ArtistReference.key(of: $0) })
  }
}

extension String {
  /// The key of a title's words before brackets and dashes: to a listener, the remaster of a song is
  /// the same song.
  var titleKey: String {
    let ends = [" (", " [", " - "].compactMap { firstRange(of: $0)?.lowerBound }
    let short = ArtistReference.key(of: String(self[..<(ends.min() ?? endIndex)]))
    return short.isEmpty ? ArtistReference.key(of: self) : short
  }
}
