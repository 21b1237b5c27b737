import Foundation
import PlayerKitInspection
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKit

extension EngineTests {
  /// The requests to servers while a queue inspects its tracks.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct InspectedServerTests {
    /// Plays an address with an inspector for a while, until no inspection is in progress.
    private func play(_ url: URL, on stage: Stage) async throws -> QueuePlayer {
      let queue = stage.queue()
      queue.inspector = MediaInspector()
      try queue.set([URLTrack(url: url)])
      queue.play()
      try await stage.wait(for: "sound") {
        queue.state == .play && queue.position > .milliseconds(300)
      }
      try await finishInspections(of: queue, on: stage)
      return queue
    }

    /// Waits until no inspection is in progress. Bytes that the engine holds may be inspected only
    /// after sound is taken.
    private func finishInspections(of queue: QueuePlayer, on stage: Stage) async throws {
      while let question = queue.inspections.current {
        let hasEnded = Locked(false)
        Task {
          await question.value
          hasEnded.withLock { $0 = true }
        }
        try await stage.wait(for: "an inspection") { hasEnded.withLock(\.self) }
        if queue.inspections.current == question { break }
      }
    }

    /// The response of a station that goes silent after five seconds.
    private static func station() -> LoopbackServer.Reply {
      var body = Signal.sweep(frames: 44_100 * 5).wav
      for offset in [4, 40] {
        body.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
      }
      return LoopbackServer.Reply(
        headers: ["icy-name": "Radio"],
        body: body,
        hasNoLength: true,
        stallAfter: body.count
      )
    }

    @Test("A station gets one request, the player's")
    func stationGetsOneRequest() async throws {
      let reply = Self.station()
      let server = try LoopbackServer { _ in reply }
      let stage = try Stage(.driven)
      let queue = try await play(server.url("/live"), on: stage)
      #expect(queue.status.playback.isLive)
      #expect(server.requests.count == 1)
      #expect(queue.status.currentEntry?.item.foundMetadata == nil)
      queue.stop()
      await stage.close()
    }

    /// A queue of two addresses with an inspector, until the first plays and the second is opened
    /// ahead.
    private func play(_ first: URL, then second: URL, on stage: Stage) async throws -> QueuePlayer {
      let queue = stage.queue()
      queue.inspector = MediaInspector()
      try queue.set([URLTrack(url: first), URLTrack(url: second)])
      queue.play()
      try await stage.wait(for: "the second is open") {
        queue.state.withLock { $0.machine.preload?.handover?.isLive != nil }
      }
      return queue
    }

    @Test("The next entry is inspected when the first one has just begun")
    func whatComesNextKnown() async throws {
      let data = Signal.sweep(frames: 44_100 * 30).wav
      let server = try LoopbackServer { .part(data, $0) }
      let stage = try Stage(.driven)
      let queue = try await play(server.url("/a.wav"), then: server.url("/b.wav"), on: stage)
      try await stage.wait(for: "both are known") {
        queue.entries.allSatisfy { $0.item.foundMetadata != nil }
      }
      #expect(queue.position < .seconds(15))
      #expect(queue.status.entries.currentIndex == 0)
      queue.stop()
      await stage.close()
    }

    @Test("A next station gets one request, the player's")
    func stationComesNextGets() async throws {
      let data = Signal.sweep(frames: 44_100 * 5).wav
      let station = Self.station()
      let server = try LoopbackServer { $0.target == "/live" ? station : .part(data, $0) }
      let stage = try Stage(.driven)
      let queue = try await play(server.url("/a.wav"), then: server.url("/live"), on: stage)
      try await stage.wait(for: "the first is known") {
        queue.entries.first?.item.foundMetadata != nil
      }
      try await finishInspections(of: queue, on: stage)
      #expect(queue.state.withLock { $0.machine.preload?.handover?.isLive } == true)
      #expect(server.requests.count { $0.target == "/live" } == 1)
      queue.stop()
      await stage.close()
    }

    @Test("A file on a server is inspected once it is open")
    func fileServerLookedInto() async throws {
      let data = Signal.sweep(frames: 44_100 * 5).wav
      let server = try LoopbackServer { .part(data, $0) }
      let stage = try Stage(.driven)
      let queue = try await play(server.url("/a.wav"), on: stage)
      let found = try #require(queue.status.currentEntry?.item.foundMetadata)
      #expect(found.duration == .seconds(5))
      #expect(server.requests.count > 1)
      queue.stop()
      await stage.close()
    }
  }
}
