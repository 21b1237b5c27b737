import Foundation
import PlayerKit
import PlayerKitTesting
import Testing

@testable import PlayerKitMPV

/// How long it takes from a command to readiness, with our loader and with libmpv's own http: the
/// figures of the decision about the loader. Run by `make measure`; nothing is asserted.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["MEASURE"] != nil, "run by make measure"),
  .serialized,
  .timeLimit(.minutes(5))
)
struct LoaderMeasurements {
  private static let delays = [0.0, 0.2, 0.5]
  private static let rounds = 15

  @Test func `From a load to its readiness, while another track plays`() async throws {
    let sandbox = try Sandbox()
    let wav = Signal.integer(frames: 30 * Signal.rate).wav
    let path = try sandbox.write(wav, to: "a.wav")
    print("| source | median ms | max ms |\n|---|---|---|")
    try await report("ours, local file") { MediaSource(.file(path: path)) }
    for delay in Self.delays {
      let server = try Self.server(wav, delay: delay)
      let label = "http, \(Int(delay * 1000)) ms per response"
      try await report("ours, \(label)") { MediaSource(.remote(server.url("/a"))) }
      try await reportNext("ours, \(label), set as next 1.5 s before", server)
      try Self.reportNative("libmpv's own, \(label)", server.url("/a"))
      server.stop()
    }
  }

  private static func server(_ body: Data, delay: TimeInterval) throws -> LoopbackServer {
    try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(body, request)
      reply.delay = delay
      return reply
    }
  }

  private func report(_ label: String, _ source: () -> MediaSource) async throws {
    var stage = try Stage(isRealTime: true)
    var times: [Duration] = []
    for _ in 0..<Self.rounds {
      let id = stage.nextLoad()
      let start = ContinuousClock.now
      stage.engine.load(stage.log.makeLoad(id, source()))
      try await stage.log.wait(for: id) { $0.isLoaded }
      times.append(ContinuousClock.now - start)
    }
    await stage.engine.close()
    Self.tell(label, times)
  }

  /// How late what was set as next begins, after the end of a short track before it.
  private func reportNext(_ label: String, _ server: LoopbackServer) async throws {
    var stage = try Stage(isRealTime: true)
    let short = try stage.wav(.integer(frames: Signal.rate * 3 / 2))
    var times: [Duration] = []
    for _ in 0..<5 {
      let (current, next) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(current, short))
      stage.engine.setNext(
        stage.log.makeLoad(next, MediaSource(.remote(server.url("/a")))),
        after: current
      )
      try await stage.log.end(of: current)
      let end = ContinuousClock.now
      try await stage.log.wait(for: next) { $0.isStarted }
      times.append(ContinuousClock.now - end)
    }
    await stage.engine.close()
    Self.tell(label, times)
  }

  private static func reportNative(_ label: String, _ url: URL) throws {
    let handle = try MPVHandle()
    defer { handle.destroy() }
    try handle.setOptions(MPVOptions.embedding)
    try handle.setOption("ao", "null")
    try handle.setOption("vid", "no")
    try handle.initialize()
    var times: [Duration] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      _ = try handle.command("loadfile", ["url": .string(url.absoluteString)])
      while handle.waitEvent(timeout: 10) != .playbackRestart {}
      times.append(ContinuousClock.now - start)
    }
    tell(label, times)
  }

  private static func tell(_ label: String, _ times: [Duration]) {
    let sorted = times.map { $0 / .milliseconds(1) }.sorted()
    let median = sorted[sorted.count / 2]
    print(String(format: "| %@ | %.1f | %.1f |", label, median, sorted[sorted.count - 1]))
  }
}
