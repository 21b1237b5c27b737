import Foundation
import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices

extension LabelledSet.Artist {
  /// The services that show the artist, each as a source that gives exactly what our reader of it
  /// gives. The set also has views such as Discogs, which no reader uses.
  var sources: [any DiscoverySource] {
    [
      LabelledSource("apple", pages: apple), LabelledSource("itunes", pages: iTunes),
      LabelledSource("deezer", pages: deezer), LabelledSource("spotify", pages: spotify),
      // The set has no play counts.
      LabelledSource("lastfm", pages: [ArtistRecordingsPage(tags: tags)]),
      LabelledSource("musicbrainz", pages: [ArtistRecordingsPage(albums: musicBrainz)]),
    ]
  }

  /// The tracks that at least one service lists.
  var listed: Set<String> {
    let pages = apple + iTunes + deezer + spotify
    return Set(pages.flatMap(\.recordings).map(\.track.id))
  }

  private typealias Shown = (album: LabelledSet.Album, view: [String: String])

  /// The albums that a service has, with its data about them.
  private func albums(of service: String) -> [Shown] {
    albums.compactMap { album in album.views[service].map { (album, $0) } }
  }

  /// How many top songs the set's artists have. The set has few recordings of each artist.
  private static let topSongs = 20
  private static let albumsAtOnce = 10

  /// The top songs in order, then the albums, then their tracks without a rank.
  private var apple: [ArtistRecordingsPage] {
    let shown = albums(of: "apple")
    func recording(_ track: LabelledSet.Track, _ shown: Shown) -> ArtistRecording {
      self.recording(track, shown.album) { details in
        details.genres = shown.view.list("genres").filter { $0 != "Music" }
        details.composers = [track.composer].compactMap(\.self)
      }
    }
    let top = Self.ranked(shown).prefix(Self.topSongs).enumerated().map { place, member in
      var recording = recording(member.track, member.shown)
      recording.popularity = -Double(place)
      return recording
    }
    let albums = shown.map { shown in
      ArtistAlbum(shown.album.title, genres: shown.view.list("genres").filter { $0 != "Music" })
    }
    let batches = stride(from: 0, to: shown.count, by: Self.albumsAtOnce).map { start in
      ArtistRecordingsPage(
        shown[start..<min(start + Self.albumsAtOnce, shown.count)].flatMap { shown in
          shown.album.tracks.map { recording($0, shown) }
        }
      )
    }
    return [ArtistRecordingsPage(top), ArtistRecordingsPage(albums: albums)] + batches
  }

  /// The titles of audiobooks, then the songs in no order, and their albums.
  private var iTunes: [ArtistRecordingsPage] {
    let songs = albums(of: "itunes").filter { $0.view["kind"] == "song" }.flatMap { shown in
      shown.album.tracks.map { track in
        var recording = recording(track, shown.album) { $0.genres = shown.view.list("genre") }
        recording.kind = "song"
        return recording
      }
    }
    let books = albums(of: "itunes").filter { $0.view["wrapper"] == "audiobook" }
      .map { $0.view["collection"] ?? $0.album.title }
    let short = books.map { $0.prefix { !"([".contains($0) }.trimmingCharacters(in: .whitespaces) }
    let albums = albums(of: "itunes").filter { $0.view["kind"] == "song" }.map { shown in
      ArtistAlbum(shown.album.title, genres: shown.view.list("genre"))
    }
    return [
      ArtistRecordingsPage(albums: (books + short).map { ArtistAlbum($0, types: ["audiobook"]) }),
      ArtistRecordingsPage(Array(songs.prefix(200)), albums: albums),
    ]
  }

  /// The top tracks, then the albums, then their tracks, each with its rank.
  private var deezer: [ArtistRecordingsPage] {
    let shown = albums(of: "deezer")
    let top = Self.ranked(shown).prefix(100).map { ranked($0.track, $0.shown.album) }
    let albums = shown.map { shown in
      ArtistAlbum(
        shown.album.title,
        types: shown.view.list("type"),
        genres: shown.view.list("genre")
      )
    }
    let tracks = shown.map { shown in
      ArtistRecordingsPage(shown.album.tracks.map { ranked($0, shown.album) })
    }
    return [ArtistRecordingsPage(top), ArtistRecordingsPage(albums: albums)] + tracks
  }

  /// The search results, and the albums.
  private var spotify: [ArtistRecordingsPage] {
    let shown = albums(of: "spotify")
    let found = shown.flatMap { shown in
      shown.album.tracks.map { track in
        var recording = ranked(track, shown.album)
        recording.kind = "track"
        return recording
      }
    }
    let albums = shown.map { shown in
      ArtistAlbum(
        shown.album.title,
        types: shown.view.list("type"),
        genres: shown.view.list("genres")
      )
    }
    return [ArtistRecordingsPage(found), ArtistRecordingsPage(albums: albums)]
  }

  private var musicBrainz: [ArtistAlbum] {
    albums(of: "musicbrainz").map { shown in
      ArtistAlbum(shown.album.title, types: shown.view.list("type") + shown.view.list("secondary"))
    }
  }

  /// The tracks of albums, in order of plays.
  private static func ranked(_ shown: [Shown]) -> [(shown: Shown, track: LabelledSet.Track)] {
    let tracks = shown.flatMap { shown in shown.album.tracks.map { (shown: shown, track: $0) } }
    return tracks.enumerated()
      .sorted {
        ($1.element.track.popularity, $0.offset) < ($0.element.track.popularity, $1.offset)
      }
      .map(\.element)
  }

  private func ranked(_ track: LabelledSet.Track, _ album: LabelledSet.Album) -> ArtistRecording {
    var recording = recording(track, album) { _ in }
    recording.popularity = track.popularity
    return recording
  }

  private func recording(
    _ track: LabelledSet.Track,
    _ album: LabelledSet.Album,
    _ fill: (inout TrackDetails) -> Void
  ) -> ArtistRecording {
    var details = TrackDetails()
    fill(&details)
    let metadata = TrackMetadata(
      title: track.title,
      // A service that lists recordings by artist gives only this artist's.
      artist: track.extra["credit"].map { "\($0), \(name)" } ?? name,
      album: album.title,
      duration: track.length,
      details: details
    )
    return ArtistRecording(LabelledTrack(id: track.id, metadata: metadata))
  }
}

extension [String: String] {
  fileprivate func list(_ key: String) -> [String] {
    (self[key] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

private struct LabelledTrack: Track {
  let id: String
  let metadata: TrackMetadata
  let playerTypes: [PlayerType] = [.sameRecording]
}

/// One service's view of an artist of the set.
private struct LabelledSource: DiscoverySource, ArtistRecordingsSource {
  let service: CatalogService
  let pages: [ArtistRecordingsPage]

  init(_ name: String, pages: [ArtistRecordingsPage]) {
    service = CatalogService(rawValue: name)
    self.pages = pages
  }

  func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader { Reader(pages: pages) }

  private struct Reader: ArtistRecordingsReader {
    var pages: [ArtistRecordingsPage]

    mutating func nextPage() -> ArtistRecordingsPage? { pages.isEmpty ? nil : pages.removeFirst() }
  }
}
