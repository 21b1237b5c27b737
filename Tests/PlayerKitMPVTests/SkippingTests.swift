import Foundation
import Locking
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// What is begun on command, over a server that takes its time.
  @Suite(.timeLimit(.minutes(1)))
  struct SkippingTests {
    /// By how many seconds the server is late: little, and then so much that nobody who waits for it is taken for
    /// one on a busy machine.
    private let delay = Locked(0.1)
    private static let long = 4.0

    private func server(_ bodies: [String: Data]) throws -> LoopbackServer {
      try LoopbackServer { [delay] request in
        guard let body = bodies[request.target] else { return .status(404) }
        var reply = LoopbackServer.Reply.part(body, request)
        reply.delay = delay.withLock(\.self)
        return reply
      }
    }

    /// How many seconds something takes while the server is late.
    private func elapsed(
      _ seconds: Double = long,
      _ body: () async throws -> Void
    ) async throws -> Double {
      delay.withLock { $0 = seconds }
      defer { delay.withLock { $0 = 0.1 } }
      let start = ContinuousClock.now
      try await body()
      return (ContinuousClock.now - start) / .seconds(1)
    }

    @Test(arguments: RemoteFormat.allCases)
    func `What is prepared begins on command without waiting for the server`(
      format: RemoteFormat
    ) async throws {
      let server = try server(["/next": try format.data])
      var stage = try Stage(isRealTime: true)
      let (current, next) = (stage.nextLoad(), stage.nextLoad())
      // So long that libmpv does not read it to its end at once, and then opens what follows itself.
      let long = Signal(samples: Array(repeating: 0, count: 44_100 * 2 * 120))
      stage.engine.load(stage.log.makeLoad(current, try stage.wav(long)))
      try await stage.log.wait(for: current) { $0.isLoaded }
      let source = MediaSource(.remote(server.url("/next")))
      stage.engine.setNext(stage.log.makeLoad(next, source), after: current)
      try await server.answered.wait(for: "the next to be read ahead") {
        $0.count >= format.answers
      }
      let time = try await elapsed {
        stage.engine.playNext(next, after: current, isPlaying: true)
        try await stage.log.wait(for: next) { $0.isStarted }
      }
      #expect(time < Self.long)
      #expect(stage.log.reports(of: current).last == .superseded)
      #expect(try await stage.log.end(of: next) == .ended(followedBy: nil))
      await stage.engine.close()
    }

    @Test(arguments: RemoteFormat.allCases)
    func `What was played last begins again without waiting for the server`(
      format: RemoteFormat
    ) async throws {
      let data = try format.data
      let server = try server(["/a": data])
      var stage = try Stage(isRealTime: true)
      let (first, second, third, other) = (
        stage.nextLoad(), stage.nextLoad(), stage.nextLoad(), stage.nextLoad()
      )
      let source = MediaSource(.remote(server.url("/a")))
      stage.engine.load(stage.log.makeLoad(first, source))
      try await stage.log.wait(for: first) { $0.isLoaded }
      stage.engine.load(stage.log.makeLoad(second, try stage.wav(.integer(frames: 44_100 * 20))))
      try await stage.log.wait(for: second) { $0.isLoaded }
      let time = try await elapsed {
        stage.engine.load(stage.log.makeLoad(third, source))
        try await stage.log.wait(for: third) { $0.isLoaded }
      }
      #expect(time < Self.long)
      // Whoever sends other header fields may not have it.
      let others = MediaSource(.remote(server.url("/a")), headers: ["X-Account": "2"])
      let otherTime = try await elapsed(0.5) {
        stage.engine.load(stage.log.makeLoad(other, others))
        try await stage.log.wait(for: other) { $0.isLoaded }
      }
      #expect(otherTime >= 0.5)
      #expect(server.requests.contains { $0.headers["x-account"] == "2" })
      await stage.engine.close()
    }

    @Test func `A seek within what was read asks the server for nothing`() async throws {
      let server = try server(["/a": Signal.integer(frames: 44_100 * 5).wav])
      var stage = try Stage(isRealTime: true)
      let load = stage.nextLoad()
      let (back, forth) = (stage.nextSeek(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/a")))))
      // What was sent need not have been read: libmpv says up to where it has.
      try await stage.log.wait(for: load) { $0.isRead(to: .seconds(5)) }
      let count = server.requests.count
      stage.engine.seek(to: .milliseconds(100), id: back, load: load)
      try await stage.log.wait(for: load) { $0.completes(back) }
      stage.engine.seek(to: .seconds(4), id: forth, load: load)
      try await stage.log.wait(for: load) { $0.completes(forth) }
      let asked = server.requests.map { "\($0.range.map { "\($0)" } ?? "all")" }
      #expect(asked.count == count, "\(asked)")
      await stage.engine.close()
    }

    @Test func `A burst of ten next loads the first and the last`() async throws {
      let wav = Signal.integer(frames: 44_100 * 10).wav
      let server = try LoopbackServer { .part(wav, $0) }
      let stage = try Stage(isRealTime: true)
      let queue = QueuePlayer(players: [URLPlayer(engine: stage.engine)])
      try queue.set((0..<14).map { URLTrack(url: server.url("/\($0)")) })
      queue.play()
      try await queue.wait(for: "playback") { $0.state == .play }
      try await server.answered.wait(for: "what follows") { $0.contains { $0.target == "/1" } }
      var (last, longest) = (ContinuousClock.now, Duration.zero)
      for index in 1...10 {
        queue.next()
        longest = max(longest, .now - last)
        last = .now
        #expect(queue.entries[index].id == queue.entries.current)
        #expect(queue.position < .milliseconds(100))
        #expect(queue.state != .pause && queue.state != .load)
      }
      try await queue.wait(for: "playback of the last") { $0.state == .play }
      try await server.answered.wait(for: "what follows it") { $0.contains { $0.target == "/11" } }
      let opened = Set(server.requests.map(\.target))
      // The one that played, the first of the burst, its last, and what follows that.
      let wanted: Set = ["/0", "/1", "/10", "/11"]
      // Where a busy machine held the burst up, it was more than one.
      #expect(longest < .milliseconds(50) ? opened == wanted : opened.isSuperset(of: wanted))
      #expect(server.requests.filter { $0.target == "/1" && $0.range?.lowerBound == 0 }.count == 1)
      #expect(server.requests.filter { $0.target == "/10" && $0.range?.lowerBound == 0 }.count == 1)
      queue.stop()
      await stage.engine.close()
    }
  }
}

extension LoadReport {
  fileprivate func completes(_ seek: SeekID) -> Bool {
    if case .seekCompleted(seek, _) = self { true } else { false }
  }

  fileprivate func isRead(to end: Duration) -> Bool {
    if case .buffered(let position) = self { position >= end - .milliseconds(100) } else { false }
  }
}
