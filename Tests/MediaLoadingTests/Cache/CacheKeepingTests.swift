import Foundation
import HTTPTestSupport
import Locking
import PlayerKit
import TestSupport
import Testing

@testable import MediaLoading

@Suite("Tracks that are kept", .timeLimit(.minutes(2)))
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

  @Test func `A kept track plays without its server`() async throws {
    #expect(try await !stage.cache.isKept(stage.track()))
    try await keep()
    #expect(try await stage.cache.isKept(stage.track()))
    let told = progress.withLock { $0 }
    #expect(told.last?.received == 1_000_000)
    #expect(told.allSatisfy { $0.total == 1_000_000 })
    #expect(told.map(\.received) == told.map(\.received).sorted())
    stage.server.stop()
    // Not even a question, however long ago it was brought.
    stage.file(key ?? "")?.wasChecked(at: 0)
    let count = stage.server.requests.count
    #expect(try stage.hearAll(stage.track().mediaSource()) == stage.body())
    #expect(stage.server.requests.count == count)
    try await keep()
  }

  @Test func `It is cancelled, and goes on from there`() async throws {
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
    #expect(stage.ranges(since: count).first?.lowerBound == Int(hole.lowerBound))
    #expect(try await stage.cache.isKept(stage.track()))
  }

  @Test func `What the server forbids, and what it does not know, is an error`() async throws {
    stage.media.withLock { $0.headers["Cache-Control"] = "no-store" }
    let error = await #expect(throws: PlayerError.self) { try await keep() }
    #expect(error?.code == .storeFailed)
    #expect(error?.track?.id == stage.track().id)
    stage.server.stop()
    let other = await #expect(throws: PlayerError.self) { try await keep() }
    #expect(other?.code == .unreachable)
  }

  @Test func `A local file is where it is to be`() async throws {
    try await stage.cache.keep(URLTrack(path: "/somewhere"))
  }
}
