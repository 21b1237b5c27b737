import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// Playback of media in the disk cache.
@Suite(.tags(.local), .timeLimit(.minutes(5)))
struct CachedPlaybackTests {
  @Test("A second hearing sounds like the first, also if the server is gone")
  func secondHearingSoundsFirst() async throws {
    let sandbox = try Sandbox()
    let wav = Signal.sweep(frames: 88_200).wav
    let server = try LoopbackServer { .part(wav, $0) }
    let cache = MediaCache(folder: sandbox.path("cache"), limit: 10_000_000)
    var heard: [Data] = []
    for name in ["first.pcm", "second.pcm"] {
      let engine = try MPVEngine(
        configuration: .init(output: .pcm(path: sandbox.path(name)), cache: cache)
      )
      let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
      try queue.set([URLTrack(url: server.url("/a.wav")), URLTrack(url: server.url("/a.wav"))])
      queue.play()
      try await eventually("the end") { queue.status.endReason != nil }
      await engine.close()
      heard.append(try sandbox.read(name))
      // The second entry of the first run already played from the disk, or from memory.
      server.stop()
    }
    #expect(heard[0].count == 88_200 * 4 * 2)
    #expect(heard[0] == heard[1])
    #expect(cache.usage().count == 1)
  }

  /// A service that resolves addresses as long as there is a network.
  private final class Service: MediaResolver {
    let url: URL
    let error = Locked<PlayerError?>(nil)
    var playerType: PlayerType { .url }

    init(_ url: URL) {
      self.url = url
    }

    func cacheKey(of track: any Track) -> String? { "service:\(track.id)" }

    func resolve(_ track: any Track) async throws -> MediaSource {
      if let error = error.withLock({ $0 }) { throw error }
      return MediaSource(.remote(url), cacheKey: cacheKey(of: track))
    }
  }

  @Test("A track of a service plays from the disk if the service can't be reached")
  func trackServicePlaysFrom() async throws {
    let sandbox = try Sandbox()
    let wav = Signal.sweep(frames: 88_200).wav
    let server = try LoopbackServer { .part(wav, $0) }
    let service = Service(server.url("/a.wav"))
    let cache = MediaCache(folder: sandbox.path("cache"), limit: 10_000_000)
    try await cache.keep(URLTrack(path: "kept"), by: service)
    server.stop()
    service.error.withLock { $0 = PlayerError(.unreachable, "There is no network.") }
    let engine = try MPVEngine(
      configuration: .init(output: .pcm(path: sandbox.path("heard.pcm")), cache: cache)
    )
    let queue = QueuePlayer(players: [EnginePlayer(resolver: service, engine: engine)])
    let words = Recorded<String>()
    let log = WordLog(words: words)
    queue.addSendableObserver(log, positionInterval: nil)
    queue.errorPolicy = .skip
    try queue.set([URLTrack(path: "kept"), URLTrack(path: "other")])
    queue.play()
    try await eventually("the end") { queue.status.endReason != nil }
    try await eventually("the failure is reported") {
      words.elements.contains { $0.hasPrefix("failed") }
    }
    await engine.close()
    #expect(try sandbox.read("heard.pcm").count == 88_200 * 4)
    let failures = words.elements.filter { $0.hasPrefix("failed") }
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("failed other unreachable") == true)
    withExtendedLifetime(log) {}
  }
}
