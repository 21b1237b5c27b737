import Foundation
import HTTPTestSupport
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

    @Test func `A station gets one request, that of the player`() async throws {
      var body = Signal.sweep(frames: 44_100 * 5).wav
      for offset in [4, 40] {
        body.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
      }
      let reply = LoopbackServer.Reply(
        headers: ["icy-name": "Radio"],
        body: body,
        hasNoLength: true,
        stallAfter: body.count
      )
      let server = try LoopbackServer { _ in reply }
      let stage = try Stage(isRealTime: true)
      let queue = try await play(server.url("/live"), on: stage)
      #expect(queue.status.playback.isLive)
      #expect(server.requests.count == 1)
      #expect(queue.status.currentEntry?.item.foundMetadata == nil)
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
