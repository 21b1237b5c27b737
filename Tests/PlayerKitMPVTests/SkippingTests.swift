import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Skips over a server that responds late or not at all.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct SkippingTests {
    private let barrier = Barrier()

    private func server(_ bodies: [String: Data]) throws -> LoopbackServer {
      try LoopbackServer { [barrier] request in
        barrier.pass()
        return bodies[request.target].map { .part($0, request) } ?? .status(404)
      }
    }

    /// Runs `body` while the server does not respond.
    private func unanswered(_ body: () async throws -> Void) async throws {
      barrier.close()
      defer { barrier.open() }
      try await body()
    }

    @Test(
      "A prepared load begins on command without waiting for the server",
      arguments: RemoteFormat.allCases
    )
    func whatPreparedBeginsCommand(
      format: RemoteFormat
    ) async throws {
      let server = try server(["/next": try format.data])
      var stage = try Stage(.driven)
      let (current, next) = (stage.nextLoad(), stage.nextLoad())
      // So long that libmpv does not read it to its end at once, which would open the next track.
      let long = Signal(samples: Array(repeating: 0, count: 44_100 * 2 * 120))
      stage.engine.load(stage.log.makeLoad(current, try stage.wav(long)))
      try await stage.wait(for: current) { $0.isLoaded }
      let source = MediaSource(.remote(server.url("/next")))
      stage.engine.setNext(stage.log.makeLoad(next, source), after: current)
      try await stage.wait(for: "the next to be read ahead") {
        server.answered.elements.count >= format.answers
      }
      try await unanswered {
        stage.engine.playNext(next, after: current, isPlaying: true)
        try await stage.wait(for: next) { $0.isStarted }
      }
      #expect(stage.log.reports(of: current).last == .superseded)
      #expect(try await stage.end(of: next) == .ended(followedBy: nil))
      await stage.close()
    }

    @Test(
      "The last track begins again without waiting for the server",
      arguments: RemoteFormat.allCases
    )
    func whatPlayedLastBegins(
      format: RemoteFormat
    ) async throws {
      let data = try format.data
      let server = try server(["/a": data])
      var stage = try Stage(.driven)
      let (first, second, third, other) = (
        stage.nextLoad(), stage.nextLoad(), stage.nextLoad(), stage.nextLoad()
      )
      let source = MediaSource(.remote(server.url("/a")))
      stage.engine.load(stage.log.makeLoad(first, source))
      try await stage.wait(for: first) { $0.isLoaded }
      stage.engine.load(stage.log.makeLoad(second, try stage.wav(.integer(frames: 44_100 * 20))))
      try await stage.wait(for: second) { $0.isLoaded }
      try await unanswered {
        stage.engine.load(stage.log.makeLoad(third, source))
        try await stage.wait(for: third) { $0.isLoaded }
      }
      // A load with other header fields may not use it.
      let others = MediaSource(.remote(server.url("/a")), headers: ["X-Account": "2"])
      try await unanswered {
        stage.engine.load(stage.log.makeLoad(other, others))
        try await stage.wait(for: "a request") {
          server.requests.contains { $0.headers["x-account"] == "2" }
        }
        #expect(!stage.log.reports(of: other).contains { $0.isLoaded })
      }
      try await stage.wait(for: other) { $0.isLoaded }
      await stage.close()
    }

    @Test("A seek within the bytes that were read sends no request")
    func seekWithinWhatRead() async throws {
      let server = try server(["/a": Signal.integer(frames: 44_100 * 5).wav])
      var stage = try Stage(.driven)
      let load = stage.nextLoad()
      let (back, forth) = (stage.nextSeek(), stage.nextSeek())
      stage.engine.load(stage.log.makeLoad(load, MediaSource(.remote(server.url("/a")))))
      // libmpv may not have read everything that was sent. It reports how far it has read.
      try await stage.wait(for: load) { $0.isRead(to: .seconds(5)) }
      let count = server.requests.count
      stage.engine.seek(to: .milliseconds(100), id: back, load: load)
      try await stage.wait(for: load) { $0.completes(back) }
      stage.engine.seek(to: .seconds(4), id: forth, load: load)
      try await stage.wait(for: load) { $0.completes(forth) }
      let asked = server.requests.map { "\($0.range.map { "\($0)" } ?? "all")" }
      #expect(asked.count == count, "\(asked)")
      await stage.close()
    }

    @Test("Ten rapid next() load only the first and the last entry")
    func burstTenNextLoads() async throws {
      let wav = Signal.integer(frames: 44_100 * 10).wav
      let server = try LoopbackServer { .part(wav, $0) }
      let stage = try Stage(.driven)
      let queue = stage.queue()
      try queue.set((0..<14).map { URLTrack(url: server.url("/\($0)")) })
      queue.play()
      try await stage.wait(for: "playback") { queue.state == .play }
      func isAnswered(_ target: String) -> Bool {
        server.answered.elements.contains { $0.target == target }
      }
      try await stage.wait(for: "the next load") { isAnswered("/1") }
      // No time passes on the queue's clock, so this is one burst.
      for index in 1...10 {
        queue.next()
        #expect(queue.entries[index].id == queue.entries.current)
        #expect(queue.position < .milliseconds(100))
        #expect(queue.state != .pause && queue.state != .load)
      }
      try await stage.wait(for: "playback of the last") { queue.state == .play }
      try await stage.wait(for: "the load after it") { isAnswered("/11") }
      let opened = Set(server.requests.map(\.target))
      // The playing track, the first and the last of the burst, and the next one.
      #expect(opened == ["/0", "/1", "/10", "/11"])
      #expect(server.requests.filter { $0.target == "/1" && $0.range?.lowerBound == 0 }.count == 1)
      #expect(server.requests.filter { $0.target == "/10" && $0.range?.lowerBound == 0 }.count == 1)
      queue.stop()
      await stage.close()
    }
  }
}

extension LoadEvent {
  fileprivate func completes(_ seek: SeekID) -> Bool {
    if case .seekCompleted(seek, _) = self { true } else { false }
  }

  fileprivate func isRead(to end: Duration) -> Bool {
    if case .buffered(let position) = self { position >= end - .milliseconds(100) } else { false }
  }
}
