import Foundation

/// Reads the songs of the Apple Music Feed.
struct AppleFeedReading: DumpReading {
  private struct Song: Decodable {
    struct Artist: Decodable {
      var name: String
    }

    var id: String
    var nameDefault: String
    var isrc: String?
    var durationInMillis: Int?
    var primaryArtists: [Artist]?
  }

  var splitter: any RecordSplitter { LineSplitter() }

  func begin(_ record: ArraySlice<UInt8>) -> Bool { false }

  func read(_ record: ArraySlice<UInt8>) -> DumpRecord {
    song(record).map { .song($0) } ?? .unreadable
  }

  private func song(_ record: ArraySlice<UInt8>) -> DumpedSong? {
    guard let read = try? JSONDecoder().decode(Song.self, from: Data(record)),
      let id = Int64(read.id), !read.nameDefault.isEmpty
    else { return nil }
    let artists = (read.primaryArtists ?? []).map(\.name).filter { !$0.isEmpty }
    guard !artists.isEmpty else { return nil }
    var song = DumpedSong(title: read.nameDefault, artist: artists.joined(separator: ", "))
    song.milliseconds = read.durationInMillis.flatMap { $0 > 0 ? $0 : nil }
    song.isrc = read.isrc.flatMap(LibraryValues.isrc)
    song.apple = id
    return song
  }
}
