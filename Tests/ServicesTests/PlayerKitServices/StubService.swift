import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitTesting

/// A track that names a type of player and the same recording elsewhere.
struct PlainTrack: Track {
  let id: String
  var metadata: TrackMetadata
  let playerTypes: [PlayerType]

  init(id: String, title: String?, type: String, artist: String = "Keepers", seconds: Int = 200) {
    self.id = id
    metadata = TrackMetadata(title: title, artist: artist, duration: .seconds(seconds))
    playerTypes = [PlayerType(rawValue: type), .sameRecording]
  }
}

/// A song that a stub of a service has.
struct StubSong {
  let id: String
  let title: String
  let artist: String
  let seconds: Int

  init(_ id: String, _ title: String, artist: String = "Keepers", seconds: Int = 200) {
    self.id = id
    self.title = title
    self.artist = artist
    self.seconds = seconds
  }
}

/// A resolver that answers from a closure and records which tracks it forgot.
struct StubResolver: MediaResolver {
  let playerType: PlayerType
  var forgotten = Recorded<String>()
  let answer: @Sendable (any Track) async throws -> MediaSource

  init(
    playerType: PlayerType,
    forgotten: Recorded<String> = Recorded(),
    answer: @escaping @Sendable (any Track) async throws -> MediaSource
  ) {
    self.playerType = playerType
    self.forgotten = forgotten
    self.answer = answer
  }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? { nil }

  func resolve(_ track: any Track) async throws -> MediaSource { try await answer(track) }

  func forget(_ track: any Track, after error: PlayerError) { forgotten.append(track.id) }
}

/// A service with a few songs, or with one preview for all recordings. It records the requests.
struct StubService: SearchableService, PlayableService, SubstituteService {
  struct Catalog: SearchableCatalog {
    let songs: [StubSong]
    let asked: Recorded<String>
    let failure: CatalogError?

    var service: CatalogService { CatalogService(rawValue: "stub") }
    var searchableKinds: Set<MusicLink.Kind> { [.song] }

    func search(
      _ term: String,
      for kind: MusicLink.Kind,
      limit: Int
    ) async throws -> CatalogPage {
      asked.append(term)
      if let failure { throw failure }
      // Like servers that search for all words in the title.
      guard songs.allSatisfy({ $0.title.contains(term) }) || term == "Lighthouse" else {
        return CatalogPage()
      }
      return CatalogPage(
        songs.map { song in
          let link = MusicLink(service: service, kind: .song, id: song.id)
          var entry = CatalogEntry(link, title: song.title)
          entry.artist = song.artist
          entry.duration = .seconds(song.seconds)
          return entry
        }
      )
    }

    func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage { CatalogPage() }
  }

  struct Preview: PreviewSubstitute {
    let url: URL
    let asked: Recorded<String>

    func preview(of recording: Recording) async throws -> StreamURL? {
      asked.append(recording.title)
      return StreamURL(url: url)
    }
  }

  static let name = "stub"
  static let links: any LinkRecognizer = NoLinks()
  static let storableTracks: [any StorableTrack.Type] = []

  let type: String
  let songs: [StubSong]
  let isList: Bool
  let asked = Recorded<String>()
  let forgotten = Recorded<String>()
  let catalog: any SearchableCatalog
  let substitute: (any PreviewSubstitute)?

  init(
    type: String,
    songs: [StubSong] = [],
    preview: String? = nil,
    failure: CatalogError? = nil,
    isList: Bool = false
  ) {
    self.type = type
    self.songs = songs
    self.isList = isList
    catalog = Catalog(songs: songs, asked: asked, failure: failure)
    let asked = asked
    substitute = preview.flatMap { URL(string: $0) }.map { Preview(url: $0, asked: asked) }
  }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    songs.filter { $0.id == link.id }.map { song in
      var track = PlainTrack(id: song.id, title: song.title, type: type)
      track.metadata.details.attribution = "Thanks to " + type
      return track
    }
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    let (isList, type) = (isList, type)
    return [
      StubResolver(playerType: PlayerType(rawValue: type), forgotten: forgotten) { track in
        if isList, let list = TrackExpansion([QueueItem(track), QueueItem(track)]) { throw list }
        guard let url = URL(string: "https://media.example/\(type)/\(track.id)") else {
          throw PlayerError(.notFound, "No address.")
        }
        return MediaSource(.remote(url))
      }
    ]
  }
}

/// Links of no service.
private struct NoLinks: LinkRecognizer {
  var service: CatalogService { CatalogService(rawValue: "stub") }
  func recognize(_ parts: LinkParts) -> LinkRecognition { .notMine }
  func canonicalURL(of link: MusicLink) -> URL? { nil }
}

extension MediaSource {
  /// The address as text, or `nil` if there is none.
  var address: String? {
    if case .remote(let url) = location { url.absoluteString } else { nil }
  }
}
