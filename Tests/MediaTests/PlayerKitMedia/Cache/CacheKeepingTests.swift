import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Kept tracks", .tags(.local), .timeLimit(.minutes(2)))
struct CacheKeepingTests {
  private let stage: CacheStage
  private let progress = Locked<[MediaCache.Progress]>([])

  init() throws {
    stage = try CacheStage()
  }

  private func keep(_ onProgress: @escaping @Sendable (MediaCache.Progress) -> Void = { _ in })
    async throws
  {
    let progress = progress
    try await stage.cache.keep(stage.track()) { now in
      progress.withLock { $0.append(now) }
      onProgress(now)
    }
  }

  private var key: String? { try? stage.track().mediaSource().cacheKey }

  @Test("A kept track plays without its server")
  func keptTrackPlays() async throws {
    #expect(try await !stage.cache.isKept(stage.track()))
    try await keep()
    #expect(try await stage.cache.isKept(stage.track()))
    let told = progress.withLock { $0 }
    #expect(told.last?.received == 1_000_000)
    #expect(told.allSatisfy { $0.total == 1_000_000 })
    #expect(told.map(\.received) == told.map(\.received).sorted())
    stage.server.stop()
    // The server is not even asked whether the version is current, however old it is.
    stage.file(key ?? "")?.wasChecked(at: 0)
    let count = stage.server.requests.count
    #expect(try stage.hearAll(stage.track().mediaSource()) == stage.body())
    #expect(stage.server.requests.count == count)
    progress.withLock { $0 = [] }
    try await keep()
    #expect(progress.withLock { $0.isEmpty })
  }

  @Test("An outdated cached version is replaced when the track is kept")
  func outdatedNotKept() async throws {
    let source = try stage.track().mediaSource()
    _ = try stage.hearAll(source)
    stage.file(key ?? "")?.wasChecked(at: 0)
    stage.change()
    try await keep()
    #expect(try await stage.cache.isKept(stage.track()))
    #expect(try stage.hearAll(source) == stage.body())
  }

  @Test("A check that began before does not affect a kept track")
  func questionAskedBefore() async throws {
    let source = try stage.track().mediaSource()
    let (isAsked, mayAnswer) = (Locked(false), DispatchSemaphore(value: 0))
    _ = try stage.hearAll(source)
    stage.file(key ?? "")?.wasChecked(at: 0)
    stage.answer { request in
      guard request.range == 0...0 else { return nil }
      isAsked.withLock { $0 = true }
      mayAnswer.wait()
      return .init(headers: ["ETag": "\"2\""], body: Data(count: 1_000_000))
    }
    let stream = stage.opener.open(source).makeStream()
    defer { stream.close() }
    #expect(try stream.read(upTo: 10).count == 10)
    try await eventually("it is asked") { isAsked.withLock { $0 } }
    stage.file(key ?? "")?.wasChecked()
    try await keep()
    mayAnswer.signal()
    try await eventually("it is answered") { stage.cache.asked.withLock { $0.isEmpty } }
    #expect(try await stage.cache.isKept(stage.track()))
  }

  @Test("Media that was requested before does not replace a kept version")
  func askedBeforeTakes() throws {
    let (files, name) = (stage.cache.files, CacheFolder.Name(key: "x"))
    var version = MediaVersion(total: 9, validator: "2", lastModified: nil, servesParts: true)
    let kept = try #require(files.make(name, of: version))
    #expect([UInt8](repeating: 1, count: 9).withUnsafeBytes { kept.store(0, $0) })
    #expect(files.keep(kept, name))
    version.validator = "1"
    #expect(files.make(name, of: version) == nil)
    #expect(files.find(name)?.version.validator == "2")
  }

  @Test("A file that was replaced under its name can't be kept")
  func fileLostName() throws {
    let (files, name) = (stage.cache.files, CacheFolder.Name(key: "x"))
    var version = MediaVersion(total: 9, validator: "1", lastModified: nil, servesParts: true)
    let old = try #require(files.make(name, of: version))
    version.validator = "2"
    let new = try #require(files.make(name, of: version))
    #expect(!files.keep(old, name))
    #expect(files.keep(new, name))
  }

  @Test("Media with only a name plays from the disk if it is complete")
  func mediaNameAlone() async throws {
    struct Unreachable: ByteSource {
      func makeStream() -> any ByteStream { FailedByteStream(PlayerError(.unreachable, "far")) }
    }
    try await keep()
    stage.server.stop()
    #expect(try stage.hearAll(MediaSource(.bytes(Unreachable()), cacheKey: key)) == stage.body())
    #expect(throws: PlayerError(.unreachable, "far")) {
      try stage.hearAll(MediaSource(.bytes(Unreachable()), cacheKey: "other"))
    }
  }

  @Test("A resolver that names a track is not asked for its address")
  func resolverNamesTrack() async throws {
    struct Offline: MediaResolver {
      let key: String?
      var playerType: PlayerType { .url }
      func cacheKey(of track: any Track) -> String? { key }
      func resolve(_ track: any Track) async throws -> MediaSource {
        throw PlayerError(.unreachable, "far")
      }
    }
    try await keep()
    let (named, unnamed) = (Offline(key: key), Offline(key: nil))
    #expect(try await stage.cache.isKept(stage.track(), by: named))
    await #expect(throws: PlayerError.self) {
      try await stage.cache.isKept(stage.track(), by: unnamed)
    }
    try await stage.cache.keep(stage.track(), by: named)
    try await stage.cache.release(stage.track(), by: named)
    #expect(try await !stage.cache.isKept(stage.track()))
  }

  @Test("A list is not kept, however it begins")
  func listNotKept() async throws {
    for text in ["\n #EXTM3U\nhttp://a/b.mp3\n", "http://a/b.mp3\nhttp://a/c.mp3\n"] {
      stage.media.withLock { $0.body = Data(text.utf8) }
      let error = await #expect(throws: PlayerError.self) { try await keep() }
      #expect(error?.code == .storeFailed)
      #expect(stage.cache.usage().count == 0)
    }
  }

  @Test("A cancelled download continues there later")
  func cancelledGoes() async throws {
    let task = Locked<Task<Void, any Error>?>(nil)
    let isSet = AsyncStream.makeStream(of: Void.self)
    let started = Task {
      for await _ in isSet.stream { break }
      try await keep { now in
        if now.received > 400_000 { task.withLock { $0?.cancel() } }
      }
    }
    task.withLock { $0 = started }
    isSet.continuation.finish()
    let result = await started.result
    #expect(throws: PlayerError.self) { try result.get() }
    #expect(try await !stage.cache.isKept(stage.track()))
    let count = stage.server.requests.count
    let hole = try #require(stage.file(key ?? "")?.hole(from: 0))
    #expect(hole.lowerBound >= 393_216)
    try await keep()
    // Requests from before the cancellation may reach the server as late as this.
    let asked = stage.ranges(since: count).map(\.lowerBound)
    #expect(asked.min() == Int(hole.lowerBound))
    #expect(try await stage.cache.isKept(stage.track()))
  }

  @Test("Forbidden media, and unknown tracks, are errors")
  func serverForbidsNot() async throws {
    stage.media.withLock { $0.headers["Cache-Control"] = "no-store" }
    let error = await #expect(throws: PlayerError.self) { try await keep() }
    #expect(error?.code == .storeFailed)
    #expect(error?.track?.id == stage.track().id)
    stage.server.stop()
    let other = await #expect(throws: PlayerError.self) { try await keep() }
    #expect(other?.code == .unreachable)
  }

  @Test("Nothing out of the app's reach is kept")
  func nothingKeptLies() async throws {
    let error = await #expect(throws: PlayerError.self) {
      try await stage.cache.keep(stage.track(), reach: .publicAlone)
    }
    #expect(error?.code == .blockedURL)
    #expect(stage.server.connectionsTaken == 0)
    try await stage.cache.keep(stage.track(), reach: .everywhere)
    #expect(try await stage.cache.isKept(stage.track()))
  }

  @Test("A local file counts as kept")
  func localFile() async throws {
    try await stage.cache.keep(URLTrack(path: "/somewhere"))
  }

  @Test("Kept tracks are listed with their type until they are released or removed")
  func kept() async throws {
    #expect(stage.cache.keptTracks().isEmpty)
    let (a, b) = (stage.track("/a"), stage.track("/b"))
    for track in [b, a, b] { try await stage.cache.keep(track) }
    #expect(stage.cache.keptTracks().map(\.id) == [b.id, a.id])
    #expect(stage.cache.keptTracks().first is URLTrack)
    try await stage.cache.release(b)
    #expect(stage.cache.keptTracks().map(\.id) == [a.id])
    try await stage.cache.keep(b)
    #expect(stage.cache.keptTracks().map(\.id) == [a.id, b.id])
    stage.cache.removeAll(includingKept: true)
    #expect(stage.cache.keptTracks().isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: stage.folder) == ["lock"])
  }

  @Test("No record remains of a track that could not be kept")
  func failedTrack() async throws {
    stage.server.stop()
    let track = stage.track()
    await #expect(throws: PlayerError.self) { try await stage.cache.keep(track) }
    let names = try? FileManager.default.contentsOfDirectory(atPath: stage.folder)
    #expect((names ?? []).allSatisfy { $0 == "lock" })
  }

  @Test("A track of several types is kept by the first resolver that finds it")
  func severalTypes() async throws {
    let source = try stage.track().mediaSource()
    let (bad, good) = (PlayerType(rawValue: "bad"), PlayerType(rawValue: "good"))
    let resolvers = Services(all: [
      bad: Resolver(playerType: bad) { () throws(PlayerError) in
        throw PlayerError(.notEntitled, "No subscription.")
      },
      good: Resolver(playerType: good) { source },
    ])
    let track = FakeTrack("1", playerTypes: [bad, good])
    try await stage.cache.keep(track, by: resolvers)
    #expect(try await stage.cache.isKept(track, by: resolvers))
    #expect(stage.cache.keptTracks().isEmpty == false)
    try await stage.cache.release(track, by: resolvers)
    await #expect(throws: PlayerError.self) {
      try await stage.cache.isKept(track, by: resolvers)
    }
    let error = await #expect(throws: PlayerError.self) {
      try await stage.cache.keep(FakeTrack("1", playerTypes: [bad]), by: resolvers)
    }
    #expect(error?.code == .notEntitled)
  }

  @Test("A track of a service is refused if its services are not passed")
  func noServices() async throws {
    let track = FakeTrack("1", playerTypes: [PlayerType(rawValue: "elsewhere")])
    let error = await #expect(throws: PlayerError.self) { try await stage.cache.keep(track) }
    #expect(error?.code == .noPlayer)
    #expect(error?.message.contains("elsewhere") == true)
  }
}

private struct Services: MediaResolving {
  let all: [PlayerType: Resolver]

  func resolvers(for track: any Track) -> [any MediaResolver] {
    track.playerTypes.compactMap { all[$0] }
  }
}

private struct Resolver: MediaResolver {
  let playerType: PlayerType
  let answer: @Sendable () throws(PlayerError) -> MediaSource

  func resolve(_ track: any Track) async throws -> MediaSource { try answer() }
}
