#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitLibrary
  import PlayerKitMedia
  import PlayerKitSQLite
  import PlayerKitScrobbling
  import PlayerKitServices

  extension FailingRun {
    /// - Parameter folder: The folder whose files fail.
    init?(_ name: String, in folder: String) {
      switch name {
      case "queue-file":
        open = { try await FailingQueue(store: FileQueueStore(path: folder + "/queue")) }
      case "queue-sqlite":
        open = { try await FailingQueue(store: SQLiteQueueStore(path: folder + "/queue")) }
      case "playlists-file":
        open = { FailingPlaylist(store: FilePlaylistStore(path: folder + "/playlists")) }
      case "playlists-sqlite":
        open = { FailingPlaylist(store: SQLitePlaylistStore(path: folder + "/playlists")) }
      case "outbox":
        open = { FailingOutbox(outbox: try SQLiteScrobbleOutbox(path: folder + "/outbox")) }
      case "token": open = { FailingToken(folder: folder) }
      case "library": open = { try await FailingLibrary(folder: folder) }
      case "cache": open = { try FailingCache(folder: folder) }
      default: return nil
      }
    }
  }

  private struct FailingQueue: FailingSubject {
    private let store: any QueueStore
    private let queue = QueuePlayer()
    private let persister: QueuePersister

    init(store: any QueueStore) async throws {
      self.store = store
      persister = QueuePersister(of: queue, in: store)
      do {
        try await persister.restore()
      } catch {
        await store.close()
        throw error
      }
    }

    func write(_ number: Int) async throws {
      queue.append([URLTrack(path: "\(number)")])
      try await persister.flush()
    }

    func numbers() -> [Int] { queue.entries.compactMap { Int($0.track.id) } }

    func close() async { try? await persister.close() }
  }

  private struct FailingPlaylist: FailingSubject {
    let store: any PlaylistStore

    func write(_ number: Int) async throws {
      let track = StoredTrack(
        type: "number",
        id: "\(number)",
        metadata: TrackMetadata(),
        data: Data()
      )
      try await store.write([track], to: "mix", .append)
    }

    func numbers() async throws -> [Int] {
      guard try await store.playlists().contains(where: { $0.name == "mix" }) else { return [] }
      return try await store.tracks(of: "mix").compactMap { Int($0.id) }
    }

    func close() async { await store.close() }
  }

  private struct FailingOutbox: FailingSubject {
    let outbox: SQLiteScrobbleOutbox

    func write(_ number: Int) throws {
      let date = Date(timeIntervalSince1970: Double(number))
      try outbox.add(Listen(artist: "Someone", title: "\(number)", date: date), for: "service")
    }

    func numbers() throws -> [Int] {
      try outbox.waiting(for: "service", limit: 100).compactMap { Int($0.listen.title) }
    }

    func close() { outbox.close() }
  }

  /// A token that is a list of numbers.
  private struct FailingToken: FailingSubject {
    let folder: String

    private func file() throws -> PrivateFile {
      try PrivateFile(URL(filePath: folder + "/token"), of: CatalogService(rawValue: "example"))
    }

    func write(_ number: Int) throws {
      try file().save(try numbers() + [number])
    }

    func numbers() throws -> [Int] { try file().load() ?? [] }

    func close() {}
  }

  /// A library of a folder of songs. The songs are beside the folder, so that they do not fail.
  private struct FailingLibrary: FailingSubject {
    private struct Inspector: MediaInspecting {
      func place(of track: any Track) -> InspectionPlace? { .local }
      func inspect(_ track: any Track) -> TrackMetadata {
        TrackMetadata(title: URL(filePath: track.id).deletingPathExtension().lastPathComponent)
      }
    }

    private let library: String
    private let songs: String
    private let folders: LibraryFolders

    init(folder: String) async throws {
      library = folder + "/library"
      songs = folder + "-songs"
      try FileManager.default.createDirectory(atPath: songs, withIntermediateDirectories: true)
      folders = LibraryFolders(library: library, inspector: Inspector())
      // An empty folder may be a disk that is not mounted.
      try Data("0".utf8).write(to: URL(filePath: songs + "/0.mp3"))
      try await folders.add(songs)
    }

    func write(_ number: Int) async throws {
      try Data("\(number)".utf8).write(to: URL(filePath: songs + "/\(number).mp3"))
      try await folders.scan()
    }

    func numbers() throws -> [Int] {
      let index = try LibraryIndex(path: library)
      return try (1...7).filter { number in
        try index.songs(matching: "\(number)", limit: 10).contains { $0.title == "\(number)" }
      }
    }

    func close() {}
  }

  /// A cache of tracks that a server of this process sends.
  private struct FailingCache: FailingSubject {
    private struct Wrong: Error {}

    private let server: ChangingServer
    private let cache: MediaCache

    init(folder: String) throws {
      server = try ChangingServer()
      cache = MediaCache(folder: folder + "/cache", limit: 10 * InventedMedia.limit)
    }

    func write(_ number: Int) async throws {
      try await cache.keep(URLTrack(path: "\(number)"), by: Resolver(port: server.port))
    }

    func numbers() async throws -> [Int] {
      var numbers: [Int] = []
      for number in 1..<InventedMedia.count {
        let resolver = Resolver(port: server.port)
        guard try await cache.isKept(URLTrack(path: "\(number)"), by: resolver) else { continue }
        guard try hear(number) == InventedMedia(track: number, version: 0).body else {
          throw Wrong()
        }
        numbers.append(number)
      }
      return numbers
    }

    private func hear(_ number: Int) throws -> Data {
      let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
      defer { opener.close() }
      let source = InventedMedia.source(number, port: server.port, hearing: "")
      let stream = opener.open(source).makeStream()
      defer { stream.close() }
      var pieces = [Piece(offset: 0)]
      try stream.read(.max, into: &pieces)
      return pieces[0].bytes
    }

    func close() { server.stop() }
  }
#endif
