import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

/// Recordings by artists who both sing and speak, each with a label, and what services say of them.
struct LabelledSet {
  /// An artist of the set.
  struct Artist {
    let name: String
    var tags: [String: Int] = [:]
    var albums: [Album] = []

    var tracks: [Track] { albums.flatMap(\.tracks) }
  }

  /// An album of an artist, and from what its label is known.
  struct Album {
    let title: String
    let label: String
    let source: String
    var views: [String: [String: String]] = [:]
    var tracks: [Track] = []
  }

  /// A recording.
  struct Track {
    let id: String
    let title: String
    let length: Duration
    let isSpeech: Bool
    let composer: String?
    let popularity: Double
    let extra: [String: String]
  }

  /// A line that is not of the form.
  struct Malformed: Error {
    let line: Int
  }

  private(set) var artists: [Artist] = []

  /// Reads a half of the set.
  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard read(fields, number) else { throw Malformed(line: number + 1) }
    }
  }

  /// Where the halves are.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Labelled")

  private mutating func read(_ fields: [String], _ line: Int) -> Bool {
    switch fields.first {
    case "artist" where fields.count >= 2: artists.append(Artist(name: fields[1]))
    case "tag" where fields.count >= 3 && !artists.isEmpty:
      artists[artists.count - 1].tags[fields[1]] = Int(fields[2])
    case "album" where fields.count >= 6 && !artists.isEmpty:
      artists[artists.count - 1].albums.append(
        Album(title: fields[1], label: fields[4], source: fields[5])
      )
    case "view" where fields.count >= 2:
      return withAlbum { $0.views[fields[1]] = Self.pairs(fields.count > 2 ? fields[2] : "") }
    case "track" where fields.count >= 7:
      let length = fields[3].split(separator: ":").compactMap { Int($0) }
        .reduce(0) { $0 * 60 + $1 }
      return withAlbum { album in
        let label = fields[4] == "=" ? album.label : fields[4]
        guard ["song", "speech"].contains(label) else { return false }
        album.tracks.append(
          Track(
            id: "\(line)",
            title: fields[2],
            length: .seconds(length),
            isSpeech: label == "speech",
            composer: fields[5] == "-" || fields[5].isEmpty ? nil : fields[5],
            popularity: Double(fields[6]) ?? 0,
            extra: Self.pairs(fields.count > 7 ? fields[7] : "")
          )
        )
        return true
      }
    default: return false
    }
    return true
  }

  private mutating func withAlbum(_ body: (inout Album) -> Bool) -> Bool {
    guard let artist = artists.indices.last, let album = artists[artist].albums.indices.last
    else { return false }
    return body(&artists[artist].albums[album])
  }

  private mutating func withAlbum(_ body: (inout Album) -> Void) -> Bool {
    withAlbum {
      body(&$0)
      return true
    }
  }

  private static func pairs(_ text: String) -> [String: String] {
    let pairs = text.split(separator: ";").compactMap { pair -> (String, String)? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return (
        parts[0].trimmingCharacters(in: .whitespaces), parts[1].trimmingCharacters(in: .whitespaces)
      )
    }
    return Dictionary(pairs) { first, _ in first }
  }
}

extension LabelledSet.Artist {
  /// The services that show the artist, each as a source.
  var sources: [any DiscoverySource] {
    let names = ["apple", "itunes", "deezer", "spotify", "lastfm", "musicbrainz", "discogs"]
    return names.compactMap { name in
      let albums = albums.filter { $0.views[name] != nil }
      return albums.isEmpty && name != "lastfm" ? nil : LabelledSource(name, self, albums)
    }
  }
}

/// One service's view of an artist of the set: a page for each album.
private struct LabelledSource: DiscoverySource, ArtistRecordingsSource {
  let service: CatalogService
  let pages: [ArtistRecordingsPage]

  var artistRecordings: (any ArtistRecordingsSource)? { self }

  init(_ name: String, _ artist: LabelledSet.Artist, _ albums: [LabelledSet.Album]) {
    service = CatalogService(rawValue: name)
    var pages = albums.map { album in
      Self.page(name, artist, album, album.views[name] ?? [:])
    }
    if name == "lastfm" { pages.append(ArtistRecordingsPage(tags: artist.tags)) }
    self.pages = pages
  }

  private static func list(_ text: String?) -> [String] {
    (text ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  private static func page(
    _ name: String,
    _ artist: LabelledSet.Artist,
    _ album: LabelledSet.Album,
    _ view: [String: String]
  ) -> ArtistRecordingsPage {
    var shown = ArtistAlbum(album.title)
    switch name {
    case "deezer": (shown.genres, shown.types) = (list(view["genre"]), list(view["type"]))
    case "musicbrainz": shown.types = list(view["type"]) + list(view["secondary"])
    case "discogs": shown.genres = list(view["genre"]) + list(view["styles"])
    case "lastfm":
      for tag in list(view["tags"]) {
        let words = tag.split(separator: " ")
        if let count = words.last.flatMap({ Int($0) }) {
          shown.tags[words.dropLast().joined(separator: " ")] = count
        }
      }
    default: break
    }
    // These describe albums. Where no store has an album, the first of them lists what is on it.
    let describing = ["musicbrainz", "discogs", "lastfm"]
    let stores = album.views.keys.filter { !describing.contains($0) }
    let first = describing.first { album.views[$0] != nil }
    if describing.contains(name), !stores.isEmpty || name != first {
      return ArtistRecordingsPage(albums: [shown])
    }
    let isBook = view["wrapper"] == "audiobook"
    let recordings = album.tracks.map { track in
      var details = TrackDetails()
      switch name {
      case "apple": details.genres = list(track.extra["genres"] ?? view["genres"])
      case "itunes": details.genres = list(track.extra["genres"] ?? view["genre"])
      default: break
      }
      details.genres.removeAll { $0 == "Music" }
      if name == "apple", let composer = track.composer { details.composers = [composer] }
      return ArtistRecording(
        RecordingTrack(
          id: track.id,
          TrackMetadata(
            title: track.title,
            // Who lists an artist's recordings lists those of that artist.
            artist: track.extra["credit"].map { "\($0), \(artist.name)" } ?? artist.name,
            album: album.title,
            duration: track.length,
            details: details
          )
        ),
        popularity: ["apple", "deezer", "spotify"].contains(name) ? track.popularity : nil,
        kind: name == "itunes" ? (isBook ? "audiobook" : view["kind"]) : nil
      )
    }
    return ArtistRecordingsPage(recordings, albums: [shown])
  }

  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader { Reader(pages: pages) }

  private struct Reader: ArtistRecordingsReader {
    var pages: [ArtistRecordingsPage]

    mutating func nextPage() -> ArtistRecordingsPage? { pages.isEmpty ? nil : pages.removeFirst() }
  }

  private struct RecordingTrack: PlayerKit.Track {
    let id: String
    let metadata: TrackMetadata
    let playerTypes: [PlayerType] = [.sameRecording]

    init(id: String, _ metadata: TrackMetadata) {
      self.id = id
      self.metadata = metadata
    }
  }
}
