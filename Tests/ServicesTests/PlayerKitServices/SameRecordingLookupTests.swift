import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The same recording elsewhere, by indexes", .tags(.pure))
struct SameRecordingLookupTests {
  private static let codes = ["USXX12100001", "USXX12100002", "USXX12100003", "USXX12100004"]
  private static let id = "0f000000-0000-4000-8000-0000000000b1"

  /// A track that has a MusicBrainz id, and no code.
  private var song: PlainTrack {
    var song = PlainTrack(id: "own", title: "Lighthouse", type: "own")
    song.metadata.details.musicBrainz = MusicBrainzIDs(recording: Self.id)
    return song
  }

  private func known(_ codes: [String] = [], items: [String] = []) -> KnownRecording {
    var known = KnownRecording(title: "Lighthouse", artists: ["Keepers"])
    known.musicBrainzID = Self.id
    known.isrcs = codes
    known.items = items
    return known
  }

  @Test("is found by the id that an index knows, without a search")
  func byID() async throws {
    let service = CodedService(
      songs: [StubSong("3", "Lightship"), StubSong("4", "Lighthouse")]
    )
    let index = StubIndex(.success([known(items: ["coded:3", "coded:4"])]))
    let resolver = SameRecordingResolver(services: [service], lookup: RecordingLookup([index]))
    // The first one is another song, whatever the index claims.
    #expect(try await resolver.resolve(song).address == "https://media.example/coded/4")
    #expect(service.asked.elements == ["tracks 3", "tracks 4"])
    let lookup = try #require(resolver.finding(for: song)?.lookup)
    #expect(lookup.recording?.items == ["coded:3", "coded:4"])
    #expect(lookup.service?.rawValue == "index")
  }

  @Test("is looked up at the next index if the first one names only unknown services")
  func elsewhere() async throws {
    let service = CodedService(songs: [StubSong("4", "Lighthouse")])
    let library = StubIndex(.success([known(items: ["elsewhere:7"])]))
    let index = StubIndex(.success([known(items: ["coded:4"])]))
    let lookup = RecordingLookup([library, index])
    let resolver = SameRecordingResolver(services: [service], lookup: lookup)
    #expect(try await resolver.resolve(song).address == "https://media.example/coded/4")
    #expect(service.asked.elements == ["tracks 4"])
    #expect(resolver.finding(for: song)?.lookup?.recording?.items == ["coded:4"])
  }

  @Test("is found by codes, at most three, if the id leads nowhere")
  func byCode() async throws {
    let service = CodedService(
      songs: [StubSong("4", "Lighthouse")],
      codes: [Self.codes[1]: "4"]
    )
    let index = StubIndex(.success([known(Self.codes, items: ["coded:9"])]))
    let resolver = SameRecordingResolver(services: [service], lookup: RecordingLookup([index]))
    #expect(try await resolver.resolve(song).address == "https://media.example/coded/4")
    #expect(
      service.asked.elements
        == ["tracks 9", "code \(Self.codes[0])", "code \(Self.codes[1])", "tracks 4"]
    )
    let none = CodedService(songs: [])
    let other = SameRecordingResolver(services: [none], lookup: RecordingLookup([index]))
    await #expect(throws: PlayerError.self) { try await other.resolve(song) }
    #expect(none.asked.elements.count { $0.hasPrefix("code") } == 3)
  }

  @Test("a preview is found by a code that the track lacks, and the track itself is shown")
  func preview() async throws {
    let service = CodedService(songs: [], previewCode: Self.codes[2])
    let index = StubIndex(.success([known(Self.codes)]))
    let resolver = SameRecordingResolver(services: [service], lookup: RecordingLookup([index]))
    #expect(try await resolver.resolve(song).address == "https://media.example/preview")
    #expect(service.asked.elements == Self.codes.prefix(3).map { "preview \($0)" })
    #expect(resolver.finding(for: song)?.track is PlainTrack)
    #expect(try resolver.resolveNow(song)?.address == "https://media.example/preview")
    let without = SameRecordingResolver(services: [service])
    await #expect(throws: PlayerError.self) { try await without.resolve(song) }
  }

  @Test("an index that fails affects nothing else, and is the cause if nothing is found")
  func failingIndex() async throws {
    let index = StubIndex(.failure(CatalogError(.rateLimited, "Later.")))
    let lookup = RecordingLookup([index])
    let whole = StubService(type: "whole", songs: [StubSong("4", "Lighthouse")])
    let resolver = SameRecordingResolver(services: [whole], lookup: lookup)
    #expect(try await resolver.resolve(song).address == "https://media.example/whole/4")
    #expect(resolver.finding(for: song)?.lookup?.failures.map(\.code) == [.rateLimited])
    let none = StubService(type: "none", songs: [StubSong("4", "Lightship")])
    let error = await #expect(throws: PlayerError.self) {
      try await SameRecordingResolver(services: [none], lookup: lookup).resolve(song)
    }
    #expect(error?.code == .notFound)
    #expect((error?.underlying as? CatalogError)?.code == .rateLimited)
  }

  @Test("an index is asked once, and only if a service can be asked")
  func askedOnce() async throws {
    let index = StubIndex(.success([known(Self.codes)]))
    let lookup = RecordingLookup([index])
    let own = StubService(type: "own", songs: [StubSong("1", "Lighthouse")])
    for services in [[], [own]] {
      let resolver = SameRecordingResolver(services: services, lookup: lookup)
      await #expect(throws: PlayerError.self) { try await resolver.resolve(song) }
    }
    #expect(index.asked.elements.isEmpty)
    let first = StubService(type: "first", songs: [StubSong("1", "Lighthouse")])
    let second = StubService(type: "second", songs: [StubSong("2", "Lighthouse")])
    let resolver = SameRecordingResolver(services: [first, second], lookup: lookup)
    let source = try await resolver.resolve(song)
    _ = try await resolver.resolve(song)
    #expect(try await source.replacement?().address == "https://media.example/second/2")
    #expect(index.asked.elements == [Self.id])
    #expect(resolver.finding(for: song)?.lookup?.recording != nil)
  }

  @Test("an app's services ask the indexes that the app configured, also for untrusted items")
  func services() async throws {
    let index = StubIndex(.success([known(Self.codes)]))
    let service = StubService(type: "stub", songs: [StubSong("1", "Lighthouse")])
    var services = MusicServices([service], fallback: [service])
    func resolve(_ services: MusicServices) async throws {
      let resolver = services.resolvers.first { $0.playerType == .sameRecording }
      _ = try await resolver?.resolve(song)
    }
    try await resolve(services)
    #expect(index.asked.elements.isEmpty)
    services.recordingLookup = RecordingLookup([index])
    try await resolve(services)
    try await resolve(services.restricted())
    #expect(index.asked.elements == [Self.id, Self.id])
  }
}

/// An index with one answer to every id.
private struct StubIndex: RecordingIndex {
  let answer: Result<[KnownRecording], CatalogError>
  let asked = Recorded<String>()

  init(_ answer: Result<[KnownRecording], CatalogError>) { self.answer = answer }

  var service: CatalogService { CatalogService(rawValue: "index") }

  func knownRecordings(isrc: String) async throws -> [KnownRecording] { [] }

  func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
    asked.append(musicBrainzID)
    return try answer.get()
  }
}

/// A service whose songs are found by links and by codes, and not by a search.
private struct CodedService: SearchableService, PlayableService, SubstituteService {
  static let name = "coded"
  static let links: any LinkRecognizer = Links()
  static let storableTracks: [any StorableTrack.Type] = []

  let songs: [StubSong]
  let codes: [String: String]
  let previewCode: String?
  let asked = Recorded<String>()

  init(songs: [StubSong], codes: [String: String] = [:], previewCode: String? = nil) {
    self.songs = songs
    self.codes = codes
    self.previewCode = previewCode
  }

  var catalog: any SearchableCatalog { Catalog(owner: self) }
  var substitute: (any PreviewSubstitute)? { previewCode.map { Preview(code: $0, asked: asked) } }

  func tracks(of link: MusicLink) async throws -> [any Track] {
    asked.append("tracks " + link.id)
    guard let song = songs.first(where: { $0.id == link.id }) else {
      throw CatalogError(.notFound, "No such song.")
    }
    return [PlainTrack(id: song.id, title: song.title, type: "coded")]
  }

  func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [
      StubResolver(playerType: PlayerType(rawValue: "coded")) { track in
        guard let url = URL(string: "https://media.example/coded/\(track.id)") else {
          throw PlayerError(.notFound, "No address.")
        }
        return MediaSource(.remote(url))
      }
    ]
  }

  private struct Links: LinkRecognizer {
    var service: CatalogService { CatalogService(rawValue: "coded") }

    func recognize(_ parts: LinkParts) -> LinkRecognition {
      guard parts.text.hasPrefix("coded:") else { return .notMine }
      return .link(MusicLink(service: service, kind: .song, id: String(parts.text.dropFirst(6))))
    }

    func canonicalURL(of link: MusicLink) -> URL? { nil }
  }

  private struct Catalog: SearchableCatalog {
    let owner: CodedService

    var service: CatalogService { CatalogService(rawValue: "coded") }
    var searchableKinds: Set<MusicLink.Kind> { [.song] }

    func search(
      _ term: String,
      for kind: MusicLink.Kind,
      limit: Int
    ) async throws -> CatalogPage {
      owner.asked.append("search")
      return CatalogPage()
    }

    func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage { CatalogPage() }

    func songs(isrc: String) async throws -> [CatalogEntry] {
      owner.asked.append("code " + isrc)
      return owner.songs.filter { $0.id == owner.codes[isrc] }.map { song in
        var entry = CatalogEntry(
          MusicLink(service: service, kind: .song, id: song.id),
          title: song.title
        )
        entry.artist = song.artist
        entry.isrc = isrc
        return entry
      }
    }
  }

  private struct Preview: PreviewSubstitute {
    let code: String
    let asked: Recorded<String>

    func preview(of recording: Recording) async throws -> StreamURL? {
      asked.append("preview " + (recording.isrc ?? "none"))
      guard recording.isrc == code else { return nil }
      return URL(string: "https://media.example/preview").map { StreamURL(url: $0) }
    }
  }
}
