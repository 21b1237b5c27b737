import Foundation
import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The sound of crossfades in real time, also over a slow network, because file output can't show
  /// that sound comes too late.
  ///
  /// `make acceptance WHAT=outputs` runs it, with a sink to record.
  // Real time: only a sound server shows that sound comes too late.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .enabled(if: SinkRecorder.sink != nil),
    .timeLimit(.minutes(4))
  )
  struct RealTimeCrossfadeTests {
    private static let fade = 2 * Signal.rate
    /// Long enough for a slow server.
    private static let noise = [
      Signal.noise(frames: 11 * Signal.rate + 5, seed: 1),
      Signal.noise(frames: 11 * Signal.rate + 77, seed: 2),
      Signal.noise(frames: 5 * Signal.rate + 1, seed: 3),
    ]
    /// PulseAudio may lose some frames at the very start and end of a stream.
    private static let edge = 4_410

    private static func mix(_ tracks: [Signal]) -> Signal {
      let mixed = tracks.dropFirst().reduce(tracks[0].values) { Signal.mix($0, $1.values, fade) }
      return Signal(samples: mixed.map { Int16(max(min($0.rounded(), 32_767), -32_768)) })
    }

    /// Plays the sources in a row, and records them.
    private func record(_ sources: [MediaSource], _ stage: inout Stage) async throws -> Signal {
      let recorder = try SinkRecorder(sink: SinkRecorder.sink ?? "", in: stage.sandbox)
      try await recorder.wait(for: .milliseconds(50))
      stage.engine.setOutput(FadeStage.settings(2))
      var last = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(last, sources[0]))
      for source in sources.dropFirst() {
        let next = stage.nextLoad()
        stage.engine.setNext(stage.log.makeLoad(next, source), after: last)
        try await stage.wait(for: next) { $0.isStarted }
        #expect(!stage.log.reports(of: last).contains(.buffering(true)))
        last = next
      }
      #expect(try await stage.end(of: last) == .ended(followedBy: nil))
      #expect(!stage.log.reports(of: last).contains(.buffering(true)))
      try await recorder.wait(for: .milliseconds(400))
      let heard = try recorder.stop()
      await stage.close()
      return heard
    }

    private func slowServer(_ bodies: [String: Data], _ delay: Double) throws -> LoopbackServer {
      try LoopbackServer { request in
        guard let body = bodies[request.target] else { return .status(404) }
        var reply = LoopbackServer.Reply.part(body, request)
        reply.delay = delay
        return reply
      }
    }

    @Test("The recording of three tracks with two fades is the mix", arguments: [false, true])
    func threeTracksTwoFades(isRemote: Bool) async throws {
      var stage = try Stage(.init(output: SinkRecorder.output))
      let files = Self.noise.map(\.flac)
      var server: LoopbackServer?
      let sources: [MediaSource]
      if isRemote {
        let bodies = Dictionary(uniqueKeysWithValues: files.indices.map { ("/\($0)", files[$0]) })
        let slow = try slowServer(bodies, 0.5)
        server = slow
        sources = files.indices.map { MediaSource(.remote(slow.url("/\($0)"))) }
      } else {
        sources = try files.indices.map {
          MediaSource(.file(path: try stage.sandbox.write(files[$0], to: "\($0).flac")))
        }
      }
      let heard = try await record(sources, &stage)
      let reference = Self.mix(Self.noise)
      let origin = try #require(heard.delay(of: reference, at: 40_000))
      let missing = heard.deviations(
        from: reference,
        in: Self.edge..<reference.frames - Self.edge,
        at: origin
      )
      let end = heard.delay(of: reference, at: reference.frames - 20_000)
      print(
        """
        crossfade of FLAC, \(isRemote ? "http 500 ms" : "local"): length error \
        \(end.map { "\($0 - origin)" } ?? "unknown"), deviating frames \(missing), \
        requests \(server?.requests.count ?? 0)
        """
      )
      #expect(missing == 0)
      #expect(end == origin)
      server?.stop()
    }

    @Test("AAC from a slow server loses nothing, and has no silence")
    func aacFromServerLate() async throws {
      var stage = try Stage(.init(output: SinkRecorder.output))
      let tracks = [
        Signal.sweep(frames: 9 * Signal.rate + 5),
        Signal.sweep(frames: 6 * Signal.rate + 3).reversed,
      ]
      var bodies: [String: Data] = [:]
      for (index, track) in tracks.enumerated() {
        bodies["/\(index)"] = try encoded(track, "\(index).m4a", "256k", stage.sandbox)
      }
      let server = try slowServer(bodies, 0.5)
      let sources = tracks.indices.map { MediaSource(.remote(server.url("/\($0)"))) }
      let recorded = try await record(sources, &stage)
      let begin = try #require(recorded.samples.firstIndex { abs(Int($0)) > 500 }) / 2
      let heard = recorded[begin..<recorded.frames]
      let reference = Self.mix(tracks)
      let overlap = tracks[0].frames - Self.fade
      let places = [
        20_000, overlap - 3_000, overlap + Self.fade / 2, overlap + Self.fade + 1_000,
        reference.frames - 20_000,
      ]
      let offsets = places.map { heard.offset(of: reference, at: $0) }
      let quiet = stride(from: Self.edge, to: reference.frames - Self.edge, by: 441)
        .count { start in
          heard.samples[start * 2..<(start + 441) * 2].allSatisfy { abs(Int($0)) < 500 }
        }
      print("crossfade of AAC, http 500 ms: off by \(offsets), silent blocks of 10 ms \(quiet)")
      #expect(Set(offsets).count == 1 && offsets[0] != nil)
      #expect(quiet == 0)
      server.stop()
    }

    /// The name ends with the format.
    private func encoded(
      _ signal: Signal,
      _ name: String,
      _ bitRate: String,
      _ sandbox: Sandbox
    ) throws -> Data {
      let (input, output) = (sandbox.path("\(name).wav"), sandbox.path(name))
      try signal.wav.write(to: URL(fileURLWithPath: input))
      let encoder = Process()
      encoder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      encoder.arguments = [
        "ffmpeg", "-loglevel", "error", "-i", input, "-b:a", bitRate, output,
      ]
      let pipe = Pipe()
      encoder.standardOutput = pipe
      try encoder.run()
      // `waitUntilExit` may block forever off the main thread. The pipe ends with the process.
      _ = try pipe.fileHandleForReading.readToEnd()
      return try sandbox.read(name)
    }

    // MARK: Cost

    private struct Case: Sendable {
      let format: String
      let body: Data
      let delay: Double
    }

    /// Two tracks of a minute, faded over 12 s, the first from its 30th second on.
    @Test("An overlap over http is ready in time, and the track after it does not wait")
    func overlapOverHttpReady() async throws {
      let signal = Signal.noise(frames: 60 * Signal.rate, seed: 4)
      let sandbox = try Sandbox()
      let bodies = [
        ("wav", signal.wav), ("flac", signal.flac),
        ("aac", try encoded(signal, "a.m4a", "256k", sandbox)),
      ]
      let cases = bodies.flatMap { format, body in
        [0, 0.5, 1].map { Case(format: format, body: body, delay: $0) }
      }
      // In groups, so that they do not compete for the processor.
      for index in stride(from: 0, to: cases.count, by: 3) {
        try await withThrowingTaskGroup(of: String.self) { group in
          for one in cases[index..<index + 3] { group.addTask { try await self.play(one) } }
          for try await line in group { print(line) }
        }
      }
    }

    /// Its overlap is rendered when its frames have passed, so only its end is requested again.
    @Test("An MP3 that is too large to be read whole is crossfaded over http")
    func mp3MoreThanRead() async throws {
      let sandbox = try Sandbox()
      let track = Signal.noise(frames: 60 * Signal.rate, seed: 5)
      let body = try encoded(track, "a.mp3", "320k", sandbox)
      #expect(body.count > OverlapRules.smallMedia)
      let server = try slowServer(["/a": body, "/b": body], 0.5)
      var stage = try Stage(.realTime)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.setOutput(FadeStage.settings(5))
      stage.engine.load(stage.log.makeLoad(a, MediaSource(.remote(server.url("/a")))))
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.remote(server.url("/b")))), after: a)
      let first = try await stage.wait(for: a) { $0.isLoaded }
      let second = try await stage.wait(for: b) { $0.isStarted }
      let start = try #require(first.anchor).instant
      let length = try #require(second.anchor).instant - start
      let asked = server.requests.filter { $0.target == "/a" }.compactMap { $0.range?.count }
      let bytes = asked.reduce(0, +)
      print("crossfade of MP3, http 500 ms: asked for \(bytes) of \(body.count) bytes")
      #expect(length < .seconds(55.5), "faded over 5 s")
      #expect(bytes < body.count + Int(OverlapRules.smallMedia))
      #expect(!stage.log.reports(of: a).contains(.buffering(true)))
      await stage.close()
      server.stop()
    }

    private func play(_ one: Case) async throws -> String {
      let server = try slowServer(["/a": one.body, "/b": one.body], one.delay)
      var stage = try Stage(.realTime)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.setOutput(FadeStage.settings(12))
      stage.engine.load(
        stage.log.makeLoad(a, MediaSource(.remote(server.url("/a"))), at: .seconds(30))
      )
      try await stage.wait(for: a) { $0.isStarted || $0.isLoaded }
      // Everything that plain playback requests has arrived: libmpv's buffer is full, and no
      // request is in progress.
      try await eventually("libmpv continues reading") {
        let held = await stage.engine.ask { $0.handle.double("demuxer-cache-duration") }
        return held.map { $0 > 19 } == true && server.openConnections == 0
      }
      let (requests, bytes) = (server.requests.count, server.bytesSent)
      let start = ContinuousClock.now
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.remote(server.url("/b")))), after: a)
      try await stage.waitForPlaylist(of: 3)
      let time = (ContinuousClock.now - start).seconds
      let asked = server.requests.dropFirst(requests)
      let sent = server.bytesSent - bytes
      let begun = try await stage.wait(for: b) { $0.isStarted }
      let instant = try #require(begun.anchor).instant
      try await stage.wait(for: b) { report in
        report.anchor.map { $0.position > .seconds(10) && $0.instant > instant } ?? false
      }
      try await stage.wait(for: b, at: .seconds(14))
      #expect(!stage.log.reports(of: a).contains(.buffering(true)))
      #expect(!stage.log.reports(of: b).contains(.buffering(true)))
      await stage.close()
      server.stop()
      return """
        crossfade over http, \(one.format), \(Int(one.delay * 1_000)) ms: ready after \
        \((time * 100).rounded() / 100) s; requests for the first \
        \(asked.count { $0.target == "/a" }), for the second \(asked.count { $0.target == "/b" }); \
        \(sent / 1_024) KiB
        """
    }
  }
}

extension Signal {
  fileprivate var reversed: Signal { Signal(samples: samples.reversed()) }
}
