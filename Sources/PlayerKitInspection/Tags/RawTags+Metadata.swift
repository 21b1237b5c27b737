import PlayerKit

extension RawTags {
  /// Returns the metadata to show, except pictures and chapters.
  func metadata() -> TrackMetadata {
    var metadata = TrackMetadata()
    let credits = TagText.lines(of: all("ARTIST"))
    metadata.title = first("TITLE")
    metadata.artist = TagText.line(credits.joined(separator: ", "))
    metadata.album = first("ALBUM")
    let track = TagText.number(all("TRACKNUMBER").first ?? "")
    let disc = TagText.number(all("DISCNUMBER").first ?? "")
    metadata.trackNumber = track.number
    metadata.discNumber = disc.number
    var details = TrackDetails()
    details.albumArtist = TagText.line(
      TagText.lines(of: all("ALBUMARTIST")).joined(separator: ", ")
    )
    let artists = TagText.lines(of: all("ARTISTS"))
    details.artists = artists.isEmpty && credits.count > 1 ? credits : artists
    details.composers = TagText.lines(of: all("COMPOSER"))
    details.genres = TagText.lines(of: all("GENRE"))
    details.date = all("DATE", "RELEASEDATE", "ORIGINALDATE").lazy.compactMap(TagText.date).first
    details.trackCount = track.count ?? TagText.number(all("TRACKTOTAL").first ?? "").number
    details.discCount = disc.count ?? TagText.number(all("DISCTOTAL").first ?? "").number
    details.isExplicit = isExplicit
    details.isrc = first("ISRC")
    details.musicBrainz = musicBrainz
    details.comment =
      all("COMMENT", "DESCRIPTION", "NAMEDCOMMENT").lazy
      .compactMap { TagText.lines($0) }.first
    metadata.details = details
    // The id distinguishes albums with the same title.
    metadata.albumID = details.musicBrainz?.release
    return metadata
  }

  private func first(_ key: String) -> String? {
    all(key).lazy.compactMap { TagText.line($0) }.first
  }

  /// iTunes' numbers: 1 and 4 are explicit, 2 is a clean edition.
  private var isExplicit: Bool? {
    switch all("ADVISORY").first {
    case "1", "4": true
    case "2": false
    default: nil
    }
  }

  private var musicBrainz: MusicBrainzIDs? {
    func ids(_ key: String) -> [String] {
      TagText.lines(of: all(key).flatMap { $0.split(separator: "/").map(String.init) })
        .filter { $0.utf8.count == 36 }
    }
    let found = MusicBrainzIDs(
      recording: ids("MUSICBRAINZTRACKID").first,
      track: ids("MUSICBRAINZRELEASETRACKID").first,
      release: ids("MUSICBRAINZALBUMID").first,
      releaseGroup: ids("MUSICBRAINZRELEASEGROUPID").first,
      artists: ids("MUSICBRAINZARTISTID"),
      albumArtists: ids("MUSICBRAINZALBUMARTISTID")
    )
    return found == MusicBrainzIDs() ? nil : found
  }

  /// Returns the loudness.
  func gain() -> ReplayGain {
    ReplayGain(
      track: level("R128TRACKGAIN", "REPLAYGAINTRACKGAIN"),
      album: level("R128ALBUMGAIN", "REPLAYGAINALBUMGAIN"),
      trackPeak: peak("REPLAYGAINTRACKPEAK"),
      albumPeak: peak("REPLAYGAINALBUMPEAK")
    )
  }

  private func level(_ r128: String, _ replayGain: String) -> Double? {
    // In steps of 1/256 dB relative to −23 LUFS.
    if let text = all(r128).first, let gain = Int16(text.filter { !$0.isWhitespace }) {
      return Double(gain) / 256 + 5
    }
    var text = (all(replayGain).first ?? "").filter { !$0.isWhitespace }.lowercased()
    if text.hasSuffix("db") { text.removeLast(2) }
    return number(text).flatMap { abs($0) <= 60 ? $0 : nil }
  }

  private func peak(_ key: String) -> Double? {
    number(all(key).first?.filter { !$0.isWhitespace } ?? "").flatMap {
      0 < $0 && $0 < 100 ? $0 : nil
    }
  }

  /// Parses a number. Some taggers write a decimal comma.
  private func number(_ text: String) -> Double? {
    guard text.utf8.count < 40 else { return nil }
    return Double(String(text.map { $0 == "," ? "." : $0 }))
  }

  /// Parses iTunes' hexadecimal fields: zeros, samples before, samples after, length.
  func padding() -> MediaInformation.Padding? {
    guard let parts = all("ITUNSMPB").first?.split(separator: " "), parts.count >= 3,
      let start = Int(parts[1], radix: 16), let end = Int(parts[2], radix: 16),
      (0...1 << 20) ~= start, (0...1 << 20) ~= end
    else { return nil }
    return .init(start: start, end: end)
  }
}
