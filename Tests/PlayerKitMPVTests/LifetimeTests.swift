import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct LifetimeTests {
    /// The number of engines to make and close, higher under a sanitizer.
    static var cycles: Int {
      ProcessInfo.processInfo.environment["ENGINE_CYCLES"].flatMap { Int($0) } ?? 10
    }

    @Test("An engine can be closed at any moment, and every load ends once")
    func engineCanClosedAny() async throws {
      let wav = Signal.sweep(frames: 60_000).wav
      let server = try LoopbackServer { request in
        var reply = LoopbackServer.Reply.part(wav, request)
        if request.target == "/stalls" { reply.stallAfter = 10_000 }
        if request.target == "/silent" { reply.isSilent = true }
        return reply
      }
      for cycle in 0..<Self.cycles {
        var stage = try Stage(cycle % 2 == 0 ? .realTime : .file)
        let (a, b, c) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
        let sources = [
          try stage.wav(.sweep(frames: 30_000)), MediaSource(.remote(server.url("/a"))),
          MediaSource(.remote(server.url("/stalls"))), MediaSource(.remote(server.url("/silent"))),
        ]
        stage.engine.load(stage.log.makeLoad(a, sources[cycle % 4]))
        stage.engine.setNext(stage.log.makeLoad(b, sources[(cycle / 4) % 4]), after: a)
        stage.engine.seek(to: .milliseconds(200), id: stage.nextSeek(), load: a)
        // A random moment. This does not wait for anything.
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
        if cycle % 3 == 0 { stage.engine.load(stage.log.makeLoad(c, sources[0])) }
        let engine = stage.engine
        async let other: Void = engine.close()
        await engine.close()
        await other
        let late = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(late, sources[0]))
        stage.engine.setPlaying(true, load: late)
        #expect(stage.log.reports(of: late) == [.superseded])
        for id in [a, b] + (cycle % 3 == 0 ? [c] : []) {
          let reports = stage.log.reports(of: id)
          #expect(reports.filter(\.isTerminal).count == 1, "\(reports)")
          #expect(reports.last?.isTerminal == true)
        }
      }
    }

    @Test("A released engine ends by itself")
    func engineDroppedEndsItself() async throws {
      let log = ReportLog()
      var ids = LoadIDIssuer.unique()
      let id = ids.nextLoad()
      let sandbox = try Sandbox()
      let path = try sandbox.write(Signal.sweep(frames: 400_000).wav, to: "a.wav")
      var engine: MPVEngine? = try MPVEngine(configuration: .init(output: .null))
      engine?.load(log.makeLoad(id, MediaSource(.file(path: path)), isPlaying: false))
      try await log.wait(for: id) { $0.isLoaded }
      engine = nil
      #expect(try await log.end(of: id) == .released)
    }

    @Test("Several engines play side by side")
    func severalEnginesPlaySide() async throws {
      var stages = [try Stage(.file), try Stage(.file)]
      let signals = [Signal.sweep(frames: 50_001), Signal.sweep(frames: 70_001)]
      var ids: [LoadID] = []
      for index in stages.indices {
        ids.append(stages[index].nextLoad())
        let load = stages[index].log.makeLoad(ids[index], try stages[index].wav(signals[index]))
        stages[index].engine.load(load)
      }
      for index in stages.indices {
        try await stages[index].log.end(of: ids[index])
        #expect(try await stages[index].output() == signals[index].pcm)
      }
    }

    @Test("Devices can be listed without an engine")
    func devicesListedWithoutEngine() async throws {
      let devices = try await MPVEngine.devices()
      #expect(devices.first?.isDefault == true)
    }

    @Test("Without a sound card the engine reports it and keeps playing")
    func withoutSoundCardEngine() async throws {
      guard try await MPVEngine.devices().allSatisfy({ !$0.id.hasPrefix("pulse/") }) else { return }
      let notices = Locked<[MPVEngine.OutputNotice]>([])
      let log = ReportLog()
      var ids = LoadIDIssuer.unique()
      let id = ids.nextLoad()
      let sandbox = try Sandbox()
      let path = try sandbox.write(Signal.sweep(frames: 4_410).wav, to: "a.wav")
      let engine = try MPVEngine(
        configuration: .init(onNotice: { notice in notices.withLock { $0.append(notice) } })
      )
      engine.load(log.makeLoad(id, MediaSource(.file(path: path))))
      #expect(try await log.end(of: id) == .ended(followedBy: nil))
      await engine.close()
      #expect(notices.withLock { $0 } == [.noSoundCard])
    }
  }
}
