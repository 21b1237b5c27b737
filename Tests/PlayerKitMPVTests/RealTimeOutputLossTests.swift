import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// An output that really vanishes: a private PulseAudio daemon is killed, or loses its sink, and
  /// comes back. `make acceptance WHAT=outputs` runs it.
  // Real time: the engine looks for a lost output again after seconds.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .serialized,
    .timeLimit(.minutes(2)),
    .enabled(if: ProcessInfo.processInfo.environment["VANISHING_OUTPUT"] != nil)
  )
  struct RealTimeOutputLossTests {
    @Test("Playback is suppressed after the sound server is killed until it is back")
    func soundServerKilledSuppresses() async throws {
      try await expectReturn(.auto, vanish: { $0.kill() }, comeBack: { try await $0.start() })
    }

    @Test("Playback is suppressed after the device is removed until it is back")
    func deviceTakenOutSuppresses() async throws {
      try await expectReturn(
        .device("pulse/one"),
        vanish: { try $0.control("unload-module", "module-null-sink") },
        comeBack: { try $0.control("load-module", "module-null-sink", "sink_name=one") }
      )
    }

    @Test("The sound moves to another device during playback, and back")
    func soundMovesAnotherDevice() async throws {
      let (server, stage, id, _) = try await play(on: .device("pulse/one"))
      defer { server.kill() }
      for device in ["pulse/two", "pulse/one", nil, "pulse/two"] {
        let before = try await stage.position(of: id)
        let count = stage.log.reports(of: id).count
        stage.engine.setDevice(device)
        try await eventually("it continues there") {
          stage.log.reports(of: id).dropFirst(count).contains { $0.anchor?.speed == 1 }
        }
        let after = try #require(
          stage.log.reports(of: id).dropFirst(count).first { $0.anchor?.speed == 1 }?.anchor
        )
        let gap = before.position(at: after.instant) - after.position
        print("moved to \(device ?? "the default"): \(gap / .milliseconds(1)) ms of silence")
        #expect(gap > .milliseconds(-20) && gap < .milliseconds(200))
        let sink = device.map { String($0.dropFirst("pulse/".count)) }
        if let sink {
          try await eventually("it is audible there") { (try? server.sinkInUse()) == sink }
        }
      }
      #expect(!stage.log.reports(of: id).contains { $0.isTerminal })
      await stage.close()
    }

    @Test("The sound of a removed device moves to another, and back")
    func deviceTakenOutHas() async throws {
      let (server, stage, id, notices) = try await play(
        on: .device("pulse/two"),
        loss: .fallBack
      )
      defer { server.kill() }
      try await stage.wait(for: id, at: .seconds(1))
      let before = try await stage.position(of: id)
      try server.remove("two")
      try await eventually("it is reported") { notices.withLock { !$0.isEmpty } }
      try await eventually("the default has it") { (try? server.sinkInUse()) == "one" }
      #expect(notices.withLock { $0 } == [.deviceLost("pulse/two")])
      var after = try await stage.position(of: id)
      print(
        "unplugged: \((before.position(at: after.instant) - after.position) / .milliseconds(1)) ms of silence"
      )
      #expect(abs((before.position(at: after.instant) - after.position) / .milliseconds(1)) < 200)
      try server.add("two")
      try await eventually("the device has it again") { (try? server.sinkInUse()) == "two" }
      #expect(notices.withLock { $0 } == [.deviceLost("pulse/two"), .deviceReturned("pulse/two")])
      after = try await stage.position(of: id)
      print(
        "back: \((before.position(at: after.instant) - after.position) / .milliseconds(1)) ms in all"
      )
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      await stage.close()
    }

    @Test("Playback on the system's output follows another default, and loses nothing")
    func whatPlaysSystemOutput() async throws {
      let (server, stage, id, notices) = try await play(on: .auto)
      defer { server.kill() }
      try await stage.wait(for: id, at: .seconds(1))
      for sink in ["two", "one"] {
        let before = try await stage.position(of: id)
        try server.control("set-default-sink", sink)
        try await eventually("it is audible there") { (try? server.sinkInUse()) == sink }
        let after = try await stage.position(of: id)
        let gap = before.position(at: after.instant) - after.position
        print("default moved to \(sink): \(gap / .milliseconds(1)) ms of silence")
        #expect(gap > .milliseconds(-100) && gap < .milliseconds(100))
      }
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      // The server moves the stream itself, and does not notify libmpv.
      #expect(notices.withLock { $0 }.isEmpty)
      await stage.close()
    }

    @Test("A device missing at first is replaced if so configured")
    func deviceThereFirstReplaced() async throws {
      let (server, stage, id, notices) = try await play(
        on: .device("pulse/none"),
        loss: .fallBack
      )
      defer { server.kill() }
      try await stage.wait(for: id, at: .milliseconds(500))
      #expect(try server.sinkInUse() == "one")
      #expect(notices.withLock { $0 } == [.deviceLost("pulse/none")])
      await stage.close()
    }

    @Test("A device that is not there at first suppresses what plays until it comes")
    func deviceComesLater() async throws {
      let server = try SoundServer()
      defer { server.kill() }
      try await server.start()
      let notices = Locked<[MPVEngine.OutputNotice]>([])
      var configuration = MPVEngine.Configuration(
        output: .device("pulse/late"),
        onNotice: { notice in notices.withLock { $0.append(notice) } }
      )
      configuration.deviceLoss = .waitFromStart
      var stage = try Stage(configuration)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 2 * 44_100))))
      try await stage.wait(for: id) { $0 == .suppressed(.outputLost) }
      #expect(!stage.log.reports(of: id).contains { ($0.anchor?.position ?? .zero) > .zero })
      try server.add("late")
      try await stage.wait(for: id) { $0 == .suppressed(nil) }
      #expect(try server.sinkInUse() == "late")
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(
        notices.withLock { $0 } == [.deviceLost("pulse/late"), .deviceReturned("pulse/late")]
      )
      await stage.close()
    }

    @Test("The list of devices is reported after each change")
    func listDevicesComesAnew() async throws {
      let server = try SoundServer()
      defer { server.kill() }
      try await server.start()
      var lists = MPVEngine.deviceLists().makeAsyncIterator()
      func next(_ isSo: ([AudioDevice]) -> Bool) async throws -> Bool {
        while let list = try await lists.next() { if isSo(list) { return true } }
        return false
      }
      #expect(try await next { $0.contains { $0.id == "pulse/one" } })
      try server.add("two")
      #expect(try await next { $0.contains { $0.id == "pulse/two" } })
      try server.remove("two")
      #expect(try await next { !$0.contains { $0.id == "pulse/two" } })
      let task = Task {
        for try await _ in MPVEngine.deviceLists() {}
      }
      task.cancel()
      try? await task.value
    }

    /// A sound server with the sinks "one", its default, and "two", and a stream that plays there.
    private func play(
      on output: MPVEngine.Output,
      loss: MPVEngine.DeviceLoss = .wait
    ) async throws -> (
      SoundServer, Stage, LoadID, Locked<[MPVEngine.OutputNotice]>
    ) {
      let server = try SoundServer()
      try await server.start()
      try server.add("two")
      let notices = Locked<[MPVEngine.OutputNotice]>([])
      var configuration = MPVEngine.Configuration(
        output: output,
        onNotice: { notice in notices.withLock { $0.append(notice) } }
      )
      configuration.deviceLoss = loss
      var stage = try Stage(configuration)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 12 * 44_100))))
      try await stage.wait(for: id) { $0.isLoaded }
      return (server, stage, id, notices)
    }

    private func expectReturn(
      _ output: MPVEngine.Output,
      vanish: (SoundServer) throws -> Void,
      comeBack: (SoundServer) async throws -> Void
    ) async throws {
      let server = try SoundServer()
      defer { server.kill() }
      try await server.start()
      var stage = try Stage(.init(output: output))
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 8 * 44_100))))
      try await stage.wait(for: id) { $0.isLoaded }
      try await stage.wait(for: id, at: .seconds(2))
      try vanish(server)
      try await stage.wait(for: id) { $0 == .suppressed(.outputLost) }
      // Only after a few failed attempts it waits this long.
      try await eventually("it checks again") {
        await stage.engine.ask { $0.outputWatch.checkInterval } == OutputWatch.longest
      }
      let held = try #require(stage.log.reports(of: id).last(where: \.isPosition)?.anchor)
      #expect(held.speed == 0)
      try await comeBack(server)
      try await stage.wait(for: id) { $0 == .suppressed(nil) }
      let end = try await stage.end(of: id)
      #expect(end == .ended(followedBy: nil))
      let later = stage.log.reports(of: id).drop { $0 != .suppressed(nil) }
      let again = try #require(later.first(where: \.isPosition)?.anchor)
      print("vanishing output: held at \(held.position), went on at \(again.position)")
      #expect(again.speed == 1)
      #expect(abs((again.position - held.position) / .seconds(1)) < 0.05)
      #expect(held.position > .seconds(1) && held.position < .seconds(3))
      await stage.close()
    }
  }
}
