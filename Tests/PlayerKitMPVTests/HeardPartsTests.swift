#if os(Linux)
  import PlayerKit
  import PlayerKitMPV
  import PlayerKitTesting
  import TestSupport
  import Testing

  extension EngineTests {
    /// Chapters and lines of lyrics are reported when their first sample is taken from the engine.
    ///
    /// The engine plays into its own pipe, which drops its contents at a seek. libmpv's file output
    /// does not: up to 1.4 s of sound pass after a seek, and positions jump by as much.
    /// `make acceptance WHAT=outputs` compares with a recording in real time, at other rates too.
    @Suite(.tags(.local), .timeLimit(.minutes(5)))
    struct HeardPartsTests {
      private let sandbox: Sandbox
      private let sink: DrivenOutput
      private let engine: MPVEngine
      private let parts: HeardParts
      private var queue: QueuePlayer { parts.queue }

      init() throws {
        sandbox = try Sandbox()
        sink = try DrivenOutput(in: sandbox)
        engine = try MPVEngine(
          configuration: .init(output: .pipe(path: sink.path), clock: sink.clock)
        )
        parts = try HeardParts(engine: engine, clock: sink.clock, in: sandbox)
      }

      /// Plays once the lyrics are there, runs `more`, and ends the engine.
      private func play(_ more: () async throws -> Void) async throws {
        queue.play()
        let result: Result<Void, any Error>
        do {
          try await sink.take(of: engine) { queue.state == .play }
          try await eventually("the lyrics are there") { queue.status.lyrics != nil }
          result = .success(try await more())
        } catch {
          result = .failure(error)
        }
        queue.stop()
        await sink.close(engine)
        try result.get()
      }

      private func check(_ expected: [Int]) async {
        for told in await parts.told(in: sink.signal, frame: { sink.frame(at: $0) }) {
          #expect(told.indices == expected, "\(told.kind)")
          #expect(told.delays.allSatisfy { abs($0) <= 50 }, "\(told.kind): \(told.delays) ms")
        }
      }

      @Test("Each part is reported within 50 ms of its first sample")
      func eachToldWithin50() async throws {
        try await play { try await sink.take(of: engine) { queue.position > .milliseconds(6_400) } }
        await check([0, 1, 2])
      }

      @Test("Each part is reported within 50 ms of its first sample, also after seeks")
      func eachToldWithin50Ms() async throws {
        try await play {
          try await seek(to: .milliseconds(2_500))
          try await sink.take(of: engine) { queue.position > .milliseconds(5_200) }
          try await seek(to: .milliseconds(2_000))
          try await sink.take(of: engine) { queue.position > .milliseconds(6_400) }
        }
        await check([0, 1, 0, 1, 2])
      }

      private func seek(to position: Duration) async throws {
        queue.seek(to: position)
        try await sink.take(of: engine) { parts.plays(from: position) }
      }
    }
  }
#endif
