/// Reads MusicBrainz' canonical data.
struct CanonicalReading: DumpReading {
  private var places: [String: Int] = [:]

  var splitter: any RecordSplitter { CSVSplitter() }

  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool {
    guard let names = CSVPlace.fields(of: record), names.contains("recording_mbid") else {
      return false
    }
    for (place, name) in names.enumerated() { places[name] = place }
    return true
  }

  func read(_ record: ArraySlice<UInt8>) -> DumpRecord {
    song(record).map { .song($0) } ?? .unreadable
  }

  private func song(_ record: ArraySlice<UInt8>) -> DumpedSong? {
    guard let fields = CSVPlace.fields(of: record), fields.count == places.count else { return nil }
    func field(_ name: String) -> String? {
      places[name].map { fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
    }
    guard let title = field("recording_name"), let artist = field("artist_credit_name"),
      let recording = field("recording_mbid").flatMap(LibraryValues.bytes)
    else { return nil }
    var song = DumpedSong(title: title, artist: artist)
    song.album = field("release_name")
    song.recording = recording
    song.popularity = field("score").flatMap(Int.init) ?? 0
    return song
  }
}
