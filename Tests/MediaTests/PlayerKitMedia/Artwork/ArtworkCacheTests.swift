import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Pictures on disk", .tags(.local), .timeLimit(.minutes(2)))
struct ArtworkCacheTests {
  private static let fields = ["ETag": "\"1\"", "Cache-Control": "max-age=3600"]

  private func stage(_ fields: [String: String]) throws -> (ArtworkStage, MediaCache) {
    let body = ArtworkStage.picture + Data(repeating: 3, count: 100_000)
    let stage = try ArtworkStage { request in
      var reply = LoopbackServer.Reply.part(body, request)
      reply.headers.merge(fields) { _, new in new }
      return reply
    }
    return (stage, MediaCache(folder: stage.folder.path("cache"), limit: 10_000_000))
  }

  @Test("are read from there the next time, without a request")
  func comeNextTime() async throws {
    let (stage, cache) = try stage(Self.fields)
    for _ in 0..<3 {
      let image = try await stage.loader { $0.cache = cache }
        .image(for: stage.artwork(), atLeast: 1)
      #expect(image.data.count == ArtworkStage.picture.count + 100_000)
    }
    #expect(stage.server.requests.count == 1)
    #expect(cache.usage().count == 1)
    stage.folder.remove()
  }

  @Test("are not stored if the server forbids it")
  func notKeptServer() async throws {
    let (stage, cache) = try stage(["ETag": "\"1\"", "Cache-Control": "no-store"])
    for _ in 0..<2 {
      _ = try await stage.loader { $0.cache = cache }.image(for: stage.artwork(), atLeast: 1)
    }
    #expect(stage.server.requests.count == 2)
    #expect(cache.usage().count == 0)
    stage.folder.remove()
  }

  @Test("of a source are stored only if it names them, and permits it")
  func sourceKeptOnly() async throws {
    for (key, isAllowed, count) in [("a", true, 1), ("a", false, 2), (nil, true, 2)] {
      let (stage, cache) = try stage(Self.fields)
      let url = stage.server.url("/cover?sig=secret")
      let source = StubArtworkSource { _, _ in
        MediaSource(.remote(url), cacheKey: key, allowsCaching: isAllowed)
      }
      for _ in 0..<2 {
        let loader = stage.loader(sources: [source]) { $0.cache = cache }
        _ = try await loader.image(for: StubArtworkSource.key("a"), atLeast: 1)
      }
      #expect(stage.server.requests.count == count)
      #expect(cache.usage().count == 2 - count)
      stage.folder.remove()
    }
  }
}
