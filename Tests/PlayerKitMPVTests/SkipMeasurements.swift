import Foundation
import PlayerKit
import PlayerKitTesting
import Testing

@testable import PlayerKitMPV

/// How long it takes from `next()` onto what is prepared, in the middle of a long track, until that
/// sounds: the figures of the decision about skipping. Run by `make measure`; nothing is asserted.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["MEASURE"] != nil, "run by make measure"),
  .serialized,
  .timeLimit(.minutes(10))
)
struct SkipMeasurements {
  private static let delays = [0.0, 0.1, 0.5]
  private static let rounds = 12

  @Test func `From the command to the restart of what was prepared`() async throws {
    let long = Signal.integer(frames: 60 * Signal.rate).wav
    print("| what follows | delay of the server | median ms | max ms |\n|---|---|---|---|")
    for delay in Self.delays {
      for format in RemoteFormat.allCases {
        let times = try await engineTimes(long, try format.data, format.answers, delay)
        Self.tell("\(format), engine", delay, times)
      }
      Self.tell("wav, queue", delay, try await queueTimes(long, delay))
    }
  }

  private func engineTimes(
    _ long: Data,
    _ next: Data,
    _ answers: Int,
    _ delay: TimeInterval
  ) async throws -> [Duration] {
    var stage = try Stage(isRealTime: true)
    var times: [Duration] = []
    for _ in 0..<Self.rounds {
      // Another address each time, so that nothing is known of it.
      let server = try Self.server(["/long": long, "/next": next], delay)
      let (current, follower, seek) = (stage.nextLoad(), stage.nextLoad(), stage.nextSeek())
      let source = MediaSource(.remote(server.url("/long")))
      stage.engine.load(stage.log.makeLoad(current, source))
      try await stage.log.wait(for: current) { $0.isLoaded }
      stage.engine.seek(to: .seconds(30), id: seek, load: current)
      try await stage.log.wait(for: current) { $0.isSeekCompleted }
      let other = MediaSource(.remote(server.url("/next")))
      stage.engine.setNext(stage.log.makeLoad(follower, other), after: current)
      try await server.answered.wait(for: "what follows") {
        $0.count { $0.target == "/next" } >= answers
      }
      try await stage.engine.waitForPlaylist(of: 2)
      let start = ContinuousClock.now
      stage.engine.playNext(follower, after: current, isPlaying: true)
      try await stage.log.wait(for: follower) { $0.isStarted }
      times.append(ContinuousClock.now - start)
      server.stop()
    }
    await stage.engine.close()
    return times
  }

  private func queueTimes(_ long: Data, _ delay: TimeInterval) async throws -> [Duration] {
    let server = try Self.server(["/long": long], delay)
    let stage = try Stage(isRealTime: true)
    let queue = QueuePlayer(players: [URLPlayer(engine: stage.engine)])
    try queue.set(
      (0..<Self.rounds + 2).map { URLTrack(url: server.url("/long?\($0)")) }
    )
    queue.play()
    var times: [Duration] = []
    for round in 0..<Self.rounds {
      try await queue.wait(for: "playback") { $0.state == .play }
      try await server.answered.wait(for: "what follows") {
        $0.contains { $0.target == "/long?\(round + 1)" }
      }
      queue.seek(to: .seconds(30))
      try await queue.wait(for: "the middle") { $0.state == .play }
      try await stage.engine.waitForPlaylist(of: 2)
      let entry = queue.entries[round + 1].id
      let start = ContinuousClock.now
      queue.next()
      try await queue.wait(for: "the next") { $0.currentEntry?.id == entry && $0.state == .play }
      times.append(ContinuousClock.now - start)
    }
    queue.stop()
    await stage.engine.close()
    server.stop()
    return times
  }

  private static func server(
    _ bodies: [String: Data],
    _ delay: TimeInterval
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      let path = String(request.target.prefix { $0 != "?" })
      guard let body = bodies[path] else { return .status(404) }
      var reply = LoopbackServer.Reply.part(body, request)
      reply.delay = delay
      return reply
    }
  }

  private static func tell(_ label: String, _ delay: TimeInterval, _ times: [Duration]) {
    let sorted = times.map { $0 / .milliseconds(1) }.sorted()
    print(
      String(
        format: "| %@ | %.0f ms | %.1f | %.1f |",
        label,
        delay * 1_000,
        sorted[sorted.count / 2],
        sorted[sorted.count - 1]
      )
    )
  }
}
