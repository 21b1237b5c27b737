import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct DefaultInspectorTests {
    @Test("A queue made from an engine shows the titles of tagged files")
    func titles() async throws {
      let stage = try Stage(.driven)
      let tags = TagMaker.id3([
        TagMaker.text("TIT2", "Blue in Green"), TagMaker.text("TPE1", "Bill Evans"),
      ])
      let sound = try MP3Maker(fixture: "joint-lame.mp3").data(.lame)
      let path = try stage.sandbox.write(Data(tags) + sound, to: "track01.mp3")
      let queue = QueuePlayer(engine: stage.engine, clock: stage.clock)
      try queue.set([URLTrack(path: path)])
      try await stage.wait(for: "the title") {
        queue.currentEntry?.metadata.title == "Blue in Green"
      }
      #expect(queue.currentEntry?.metadata.artist == "Bill Evans")
      queue.inspector = nil
      await stage.close()
    }
  }
}
