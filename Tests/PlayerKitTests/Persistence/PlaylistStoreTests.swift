import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Stores of playlists", .tags(.local), .timeLimit(.minutes(3)))
struct PlaylistStoreTests {
  private struct InMemory: PlaylistStoreHarness {
    var outlivesStores: Bool { false }
    func makeStore() async -> any PlaylistStore { MemoryPlaylistStore() }
  }

  private struct InFile: PlaylistStoreHarness {
    let scratch = ScratchFolder()
    func makeStore() async -> any PlaylistStore {
      FilePlaylistStore(path: scratch.path("playlists"))
    }
    func cleanUp() async { scratch.remove() }
  }

  @Test("The store in memory keeps the contract", arguments: PlaylistStoreContract.checks)
  func memory(check: PlaylistStoreContract.Check) async throws {
    try await check.run(on: InMemory())
  }

  @Test("The store in a file keeps the contract", arguments: PlaylistStoreContract.checks)
  func file(check: PlaylistStoreContract.Check) async throws {
    try await check.run(on: InFile())
  }

  private static let track = StoredTrack(
    type: "test",
    id: "a",
    metadata: TrackMetadata(title: "a"),
    data: Data()
  )

  @Test("An incomplete last line of the file is ignored, and overwritten")
  func halfLine() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let path = scratch.path("playlists")
    let store = FilePlaylistStore(path: path)
    try await store.write([Self.track], to: "mix", .create)
    await store.close()
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for cut in [whole.count - 1, whole.count - 30] {
      try whole.prefix(cut).write(to: URL(fileURLWithPath: path))
      let cutStore = FilePlaylistStore(path: path)
      #expect(try await cutStore.playlists().isEmpty)
      try await cutStore.write([Self.track], to: "other", .create)
      await cutStore.close()
      let next = FilePlaylistStore(path: path)
      #expect(try await next.playlists().map(\.name) == ["other"])
      await next.close()
    }
  }

  @Test("A file of another format is not changed")
  func otherFile() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let path = scratch.path("notes")
    try Data("buy milk\n".utf8).write(to: URL(fileURLWithPath: path))
    let store = FilePlaylistStore(path: path)
    await #expect(throws: PlaylistStoreError.self) {
      try await store.write([Self.track], to: "mix", .append)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("buy milk\n".utf8))
  }

  @Test("The file does not grow with overwritten lists, and is readable only by its owner")
  func compaction() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let store = FilePlaylistStore(path: scratch.path("playlists"))
    let tracks = Array(repeating: Self.track, count: 500)
    for number in 0..<20 {
      try await store.write(tracks, to: "mix", number == 0 ? .create : .replace)
    }
    await store.close()
    let size = try Data(contentsOf: URL(fileURLWithPath: scratch.path("playlists"))).count
    #expect(size < 600_000)
    #expect(try scratch.mode(of: "playlists") == 0o600)
    let next = FilePlaylistStore(path: scratch.path("playlists"))
    #expect(try await next.tracks(of: "mix").count == 500)
  }
}
