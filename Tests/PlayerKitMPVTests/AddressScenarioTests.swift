import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// The numbered acceptance scenarios for addresses, with sound: a server whose addresses fail or
  /// expire, and a resolver that finds new ones.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct AddressScenarioTests {
    private func queue(_ stage: Stage, _ resolver: NumberingResolver) -> (QueuePlayer, WordLog) {
      var configuration = QueuePlayer.Configuration()
      configuration.errorPolicy = .stop
      let queue = QueuePlayer(
        players: [EnginePlayer(resolver: resolver, engine: stage.engine, clock: stage.clock)],
        configuration: configuration,
        clock: stage.clock
      )
      let log = WordLog(words: Recorded<String>())
      queue.addSendableObserver(log, positionInterval: nil)
      return (queue, log)
    }

    private func tracks(_ names: [String]) -> [any Track] {
      names.map(NamedTrack.init)
    }

    @Test(
      "A retry continues the same entry at its position from a new address (scenario 21)"
    )
    func retrySoundsSameEntry() async throws {
      let wav = Signal.sweep(frames: 44_100).wav
      let half = 44_100 * 2
      let server = try LoopbackServer { request in
        request.target == "/a-1"
          ? LoopbackServer.Reply(body: wav, cutAfter: half) : .part(wav, request)
      }
      let resolver = NumberingResolver(server)
      let stage = try Stage(.driven)
      let (queue, log) = queue(stage, resolver)
      try queue.set(tracks(["a"]))
      queue.play()
      let words = log.words
      try await stage.wait(for: "the failure") {
        words.elements.contains { $0.hasPrefix("failed") }
      }
      #expect(words.elements.last { $0.hasPrefix("failed") } == "failed a interrupted stop")
      let entry = queue.entries.current
      let position = queue.position
      #expect(abs(position / .seconds(1) - 0.5) < 0.2, "\(position)")
      let asked = stage.clock.now
      queue.retry()
      #expect(queue.position == position)
      try await stage.wait(for: "sound again") { words.elements.count { $0 == "play" } == 2 }
      let again = words.elements
      let anchor = try #require(queue.playback.anchor)
      #expect(anchor.isFrom(position, asked: asked), "\(anchor)")
      #expect(queue.entries.current == entry)
      #expect(again.suffix(3) == ["ended", "loadToPlay", "play"])
      try await stage.wait(for: "the end") {
        words.elements.last == "ended" && words.elements.count > again.count
      }
      #expect(resolver.found == ["a-1", "a-2"])
      await stage.close()
    }

    @Test(
      "An address that expired in the queue is renewed once, and the track is whole (scenario 22)"
    )
    func addressExpiredWhileQueued() async throws {
      let parts = [Signal.sweep(frames: 30_001), .sweep(frames: 20_003)]
      let wavs = ["a-1": parts[0].wav, "b-2": parts[1].wav]
      let server = try LoopbackServer { request in
        wavs[String(request.target.dropFirst())].map { .part($0, request) } ?? .status(403)
      }
      let resolver = NumberingResolver(server, canRenew: true)
      let stage = try Stage(.file)
      let (queue, log) = queue(stage, resolver)
      try queue.set(tracks(["a", "b", "c", "d", "e", "f"]))
      queue.play()
      // There is no third address, so the queue stops.
      let told = try await log.words.wait(for: "the failure") {
        $0.contains { $0.hasPrefix("failed") }
      }
      #expect(told.filter { $0.hasPrefix("failed") } == ["failed c forbidden stop"])
      #expect(try await stage.output() == parts[0].pcm + parts[1].pcm)
      #expect(resolver.found.filter { $0.hasPrefix("b") } == ["b-1", "b-2"])
      #expect(server.requests.filter { $0.target == "/b-1" }.count == 1)
      // No address was requested beyond the next track.
      #expect(Set(resolver.found.compactMap(\.first)).isSubset(of: ["a", "b", "c", "d"]))
    }
  }
}

private struct NamedTrack: Track {
  let id: String
  var metadata: TrackMetadata { TrackMetadata(title: id) }
  var playerTypes: [PlayerType] { [.url] }
}

/// Resolves each track to a new address every time: "a-1", then "a-2".
private final class NumberingResolver: MediaResolver {
  let playerType = PlayerType.url
  private let server: LoopbackServer
  private let canRenew: Bool
  private let names = Locked<[String]>([])

  init(_ server: LoopbackServer, canRenew: Bool = false) {
    self.server = server
    self.canRenew = canRenew
  }

  /// The resolved addresses, in order.
  var found: [String] { names.withLock { $0 } }

  func resolve(_ track: any Track) async throws -> MediaSource {
    let id = track.id
    var source = MediaSource(address(of: id))
    if canRenew { source.renewal = { [self] in MediaSource(address(of: id)) } }
    return source
  }

  private func address(of id: String) -> MediaSource.Location {
    let name = names.withLock { names in
      names.append("\(id)-\(names.count { $0.hasPrefix("\(id)-") } + 1)")
      return names[names.count - 1]
    }
    return .remote(server.url("/\(name)"))
  }
}
