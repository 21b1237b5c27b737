#if DEBUG
  import Locking
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKit

  extension EngineTests {
    /// What a command costs, down to the engine and back up.
    @Suite("The cost of a command on the engine", .tags(.local), .timeLimit(.minutes(5)))
    struct CommandCostTests {
      private struct Cost: CustomStringConvertible {
        var turns: Int
        var locks: Int
        var description: String { "\(turns) turns, \(locks) locks" }
      }

      @Test("is at most 4 turns and 200 locks of play(), 4 and 150 of next(), 1 and 30 of pause()")
      func commands() async throws {
        let stage = try Stage(.realTime)
        let player = URLPlayer(engine: stage.engine)
        let queue = QueuePlayer(players: [player])
        let tracks = try (0..<3).map { number in
          let wav = Signal.integer(frames: 20 * Signal.rate).wav
          return URLTrack(path: try stage.sandbox.write(wav, to: "\(number).wav"))
        }
        try queue.set(tracks)
        func cost(_ body: () -> Void, until isDone: () -> Bool) async throws -> Cost {
          let turns = queue.state.withLock(\.machine.turns)
          let locks = lockCount.load(ordering: .relaxed)
          body()
          // Looking takes a lock each time, so it is done rarely.
          var looks = 0
          repeat {
            try await Task.sleep(for: .milliseconds(250))
            looks += 1
          } while !isDone() && looks < 200
          return Cost(
            turns: queue.state.withLock(\.machine.turns) - turns,
            locks: lockCount.load(ordering: .relaxed) - locks
          )
        }
        let isNextReady = { queue.state.withLock { $0.machine.preload?.handover?.isLive == false } }
        let play = try await cost({ queue.play() }, until: isNextReady)
        let next = try await cost({ queue.next() }, until: { queue.playback.state == .play })
        let pause = try await cost({ queue.pause() }, until: { queue.playback.state == .pause })
        print("play(): \(play); next(): \(next); pause(): \(pause)")
        #expect(play.turns <= 4 && play.locks <= 200, "\(play)")
        #expect(next.turns <= 4 && next.locks <= 150, "\(next)")
        #expect(pause.turns == 1 && pause.locks <= 30, "\(pause)")
        await stage.close()
      }
    }
  }
#endif
