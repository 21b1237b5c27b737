import Foundation
import MediaInspection
import TestSupport
import Testing

@testable import PlayerKit

extension EngineTests {
  /// What servers are asked where a queue looks into what it plays.
  @Suite(.timeLimit(.minutes(1)))
  struct InspectedServerTests {
    /// Plays an address with an inspector, for a while, and until nobody looks into anything any more.
    private func play(_ url: URL, on stage: Stage) async throws -> QueuePlayer {
      let queue = QueuePlayer(players: [URLPlayer(engine: stage.engine)])
      queue.inspector = MediaInspector()
      try queue.set([URLTrack(url: url)])
      queue.play()
      try await eventually("sound") { queue.state == .play && queue.position > .milliseconds(300) }
      while let question = queue.inspections.current {
        await question.value
        if queue.inspections.current == question { break }
      }
      return queue
    }

    /// What a station sends that says nothing any more after five seconds.
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

    @Test func `A station gets one request, that of the player`() async throws {
      let reply = Self.station()
      let server = try LoopbackServer { _ in reply }
      let stage = try Stage(isRealTime: true)
      let queue = try await play(server.url("/live"), on: stage)
      #expect(queue.status.playback.isLive)
      #expect(server.requests.count == 1)
      #expect(queue.status.currentEntry?.item.foundMetadata == nil)
      queue.stop()
      await stage.engine.close()
    }

    /// A queue of two addresses, with an inspector, until the first plays and the second was opened ahead.
    private func play(_ first: URL, then second: URL, on stage: Stage) async throws -> QueuePlayer {
      let queue = QueuePlayer(players: [URLPlayer(engine: stage.engine)])
      queue.inspector = MediaInspector()
      try queue.set([URLTrack(url: first), URLTrack(url: second)])
      queue.play()
      try await eventually("the second is open") {
        queue.state.withLock { $0.machine.preload?.handover?.isLive != nil }
      }
      return queue
    }

    @Test func `What comes next is known while the first one has just begun`() async throws {
      let data = Signal.sweep(frames: 44_100 * 30).wav
      let server = try LoopbackServer { .part(data, $0) }
      let stage = try Stage(isRealTime: true)
      let queue = try await play(server.url("/a.wav"), then: server.url("/b.wav"), on: stage)
      try await eventually("both are known") {
        queue.entries.allSatisfy { $0.item.foundMetadata != nil }
      }
      #expect(queue.position < .seconds(15))
      #expect(queue.status.entries.currentIndex == 0)
      print("what comes next is known \(queue.position) after the beginning of the first")
      queue.stop()
      await stage.engine.close()
    }

    @Test func `A station that comes next gets one request, that of the player`() async throws {
      let data = Signal.sweep(frames: 44_100 * 5).wav
      let station = Self.station()
      let server = try LoopbackServer { $0.target == "/live" ? station : .part(data, $0) }
      let stage = try Stage(isRealTime: true)
      let queue = try await play(server.url("/a.wav"), then: server.url("/live"), on: stage)
      try await eventually("the first is known") {
        queue.entries.first?.item.foundMetadata != nil
      }
      while let question = queue.inspections.current {
        await question.value
        if queue.inspections.current == question { break }
      }
      #expect(queue.state.withLock { $0.machine.preload?.handover?.isLive } == true)
      #expect(server.requests.count { $0.target == "/live" } == 1)
      queue.stop()
      await stage.engine.close()
    }

    @Test func `A file at a server is looked into once it is open`() async throws {
      let data = Signal.sweep(frames: 44_100 * 5).wav
      let server = try LoopbackServer { .part(data, $0) }
      let stage = try Stage(isRealTime: true)
      let queue = try await play(server.url("/a.wav"), on: stage)
      let found = try #require(queue.status.currentEntry?.item.foundMetadata)
      #expect(found.duration == .seconds(5))
      #expect(server.requests.count > 1)
      queue.stop()
      await stage.engine.close()
    }
  }
}
