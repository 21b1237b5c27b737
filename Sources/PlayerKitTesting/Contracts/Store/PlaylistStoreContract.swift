import PlayerKit

/// Provides ``PlaylistStoreContract`` with stores to check.
public protocol PlaylistStoreHarness: Sendable {
  /// Makes a store at the harness's location. An in-memory store starts empty.
  func makeStore() async throws -> any PlaylistStore

  /// Whether a later store finds what an earlier one wrote. Default: yes.
  var outlivesStores: Bool { get }

  /// Frees everything that the harness made. Default: does nothing.
  func cleanUp() async
}

extension PlaylistStoreHarness {
  /// Yes.
  public var outlivesStores: Bool { true }

  /// Does nothing.
  public func cleanUp() async {}
}

/// The contract of ``PlayerKit/PlaylistStore``, as checks that any test framework can run.
public enum PlaylistStoreContract {
  /// One requirement of the contract.
  public typealias Check = ContractCheck<any PlaylistStoreHarness>

  /// All checks.
  public static let checks: [Check] = [
    check("it keeps tracks in their order, also the same one twice") { store, _ in
      try await store.write(tracks("a", "b", "a"), to: "mix", .create)
      try await expect(store, "mix", has: "a", "b", "a")
    },
    check("what is kept outlives the store") { store, harness in
      guard harness.outlivesStores else { return }
      try await store.write(tracks("a"), to: "one", .create)
      try await store.write(tracks("b", "c"), to: "one", .append)
      try await store.rename("one", to: "two")
      try await store.write(tracks("x"), to: "gone", .append)
      try await store.remove("gone")
      await store.close()
      let next = try await harness.makeStore()
      try await expect(next, "two", has: "a", "b", "c")
      try expect(try await next.playlists().map(\.name) == ["two"], "other names came back")
      await next.close()
    },
    check("summaries tell names, in order, and counts") { store, _ in
      try await store.write(tracks("a", "b"), to: "second", .create)
      try await store.write([], to: "first", .create)
      let all = try await store.playlists()
      try expect(all.map(\.name) == ["first", "second"], "the names are \(all.map(\.name))")
      try expect(all.map(\.count) == [0, 2], "the counts are \(all.map(\.count))")
      try expect(all.allSatisfy { $0.modified > 0 }, "it is not told when they were written")
    },
    check("a new one does not replace one that is there") { store, _ in
      try await store.write(tracks("a"), to: "mix", .create)
      try await refuses(.exists) { try await store.write(tracks("b"), to: "mix", .create) }
      try await expect(store, "mix", has: "a")
    },
    check("replacing leaves nothing of what was there, and makes none") { store, _ in
      try await store.write(tracks("a", "b"), to: "mix", .create)
      try await store.write(tracks("c"), to: "mix", .replace)
      try await expect(store, "mix", has: "c")
      try await refuses(.notFound) { try await store.write(tracks("c"), to: "other", .replace) }
    },
    check("names that are paths are refused") { store, _ in
      for name in ["", ".", "..", "a/b", "../a", "/etc/passwd", "a\\b", "a\nb", "a\u{0}b"] {
        try await refuses(.invalidName) { try await store.write(tracks("a"), to: name, .append) }
      }
      try await store.write(tracks("a"), to: "mix", .create)
      try await refuses(.invalidName) { try await store.rename("mix", to: "../mix") }
      try await expect(store, "mix", has: "a")
    },
    check("names may be those of any language, and long") { store, _ in
      for name in ["été", "夏の歌", "…", "a: b? *", String(repeating: "x", count: 255)] {
        try await store.write(tracks("a"), to: name, .create)
        try await expect(store, name, has: "a")
      }
      let longer = String(repeating: "x", count: 256)
      try await refuses(.invalidName) { try await store.write(tracks("a"), to: longer, .create) }
    },
    check("renaming takes no other's name") { store, _ in
      try await store.write(tracks("a"), to: "one", .create)
      try await store.write(tracks("b"), to: "two", .create)
      try await refuses(.exists) { try await store.rename("one", to: "two") }
      try await refuses(.exists) { try await store.rename("one", to: "one") }
      try await refuses(.notFound) { try await store.rename("three", to: "four") }
      try await store.rename("one", to: "three")
      try await expect(store, "three", has: "a")
      try await refuses(.notFound) { _ = try await store.tracks(of: "one") }
    },
    check("what was removed is not there any more") { store, _ in
      try await store.write(tracks("a"), to: "mix", .create)
      try await store.remove("mix")
      try await refuses(.notFound) { _ = try await store.tracks(of: "mix") }
      try await refuses(.notFound) { try await store.remove("mix") }
      try expect(try await store.playlists().isEmpty, "there is still one")
    },
    check("no playlist has more than 100,000 tracks") { store, _ in
      let many = Array(repeating: tracks("a")[0], count: 100_001)
      try await refuses(.tooMany) { try await store.write(many, to: "mix", .create) }
      try await refuses(.notFound) { _ = try await store.tracks(of: "mix") }
    },
    check("after its end it fails") { store, _ in
      await store.close()
      await store.close()
      try await refuses(.failed) { _ = try await store.playlists() }
      try await refuses(.failed) { try await store.write(tracks("a"), to: "mix", .append) }
    },
  ]

  // MARK: - Parts

  private static func check(
    _ description: String,
    _ body: @escaping @Sendable (any PlaylistStore, any PlaylistStoreHarness) async throws -> Void
  ) -> Check {
    ContractCheck(description: description) { harness in
      try await cleaningUp(by: harness.cleanUp) {
        let store = try await harness.makeStore()
        try await body(store, harness)
        await store.close()
      }
    }
  }

  private static func tracks(_ ids: String...) -> [StoredTrack] {
    ids.map {
      StoredTrack(type: "test", id: $0, metadata: TrackMetadata(title: $0), data: .init())
    }
  }

  private static func expect(_ condition: Bool, _ message: String) throws {
    if !condition { throw ContractViolation(message) }
  }

  private static func expect(
    _ store: any PlaylistStore,
    _ name: String,
    has ids: String...
  ) async throws {
    let found = try await store.tracks(of: name).map(\.id)
    try expect(found == ids, "\(name) has \(found) instead of \(ids)")
  }

  private static func refuses(
    _ code: PlaylistStoreError.Code,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as PlaylistStoreError where error.code == code {
      return
    }
    throw ContractViolation("nothing failed as \(code.rawValue)")
  }
}
