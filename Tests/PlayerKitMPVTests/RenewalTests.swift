import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import TestSupport
import Testing

extension EngineTests {
  /// An expired address is resolved again, once.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct RenewalTests {
    let signal = Signal.sweep(frames: 300_000)

    private func played(
      _ handler: @escaping LoopbackServer.Handler,
      renewal: @escaping @Sendable (LoopbackServer) throws -> MediaSource
    ) async throws -> (end: LoadEvent, output: Data, server: LoopbackServer, renewals: Int) {
      let server = try LoopbackServer(handler)
      let renewals = Locked(0)
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/old.wav"))) {
        renewals.withLock { $0 += 1 }
        return try renewal(server)
      }
      stage.engine.load(stage.log.makeLoad(id, source))
      let end = try await stage.end(of: id)
      return (end, try await stage.output(), server, renewals.withLock { $0 })
    }

    @Test(
      "An address refused at the start is renewed, and every sample is heard",
      arguments: [401, 403, 404, 410]
    )
    func addressRefusedStartFound(
      status: Int
    ) async throws {
      let wav = signal.wav
      let result = try await played { request in
        request.target == "/old.wav" ? .status(status) : .part(wav, request)
      } renewal: {
        MediaSource(.remote($0.url("/new.wav")), headers: ["X-Key": "2"])
      }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.renewals == 1)
      let renewed = result.server.requests.filter { $0.target == "/new.wav" }
      #expect(renewed.allSatisfy { $0.headers["x-key"] == "2" })
      #expect(result.server.requests.first?.headers["x-key"] == nil)
    }

    @Test("An address that expires in the middle is renewed, and every sample is heard")
    func addressExpiresMiddleFound() async throws {
      let wav = signal.wav
      let result = try await played { request in
        let isExpired = request.target == "/old.wav" && request.range?.lowerBound != 0
        return isExpired ? .status(403) : .part(wav, request)
      } renewal: {
        MediaSource(.remote($0.url("/new.wav")))
      }
      #expect(result.end == .ended(followedBy: nil))
      #expect(result.output == signal.pcm)
      #expect(result.renewals == 1)
      let first = try #require(result.server.requests.first { $0.target == "/new.wav" })
      #expect(first.range.map { $0.lowerBound > 0 } == true, "it began again")
    }

    @Test("An address refused after its renewal fails")
    func addressRefusedAfterRenewal() async throws {
      let result = try await played { _ in
        .status(403)
      } renewal: {
        MediaSource(.remote($0.url("/new.wav")))
      }
      #expect(result.end.failure?.code == .forbidden)
      #expect(result.renewals == 1)
      #expect(result.server.requests.count == 2)
    }

    @Test("An error of a renewal is the track's error")
    func whatRenewalThrowsWhy() async throws {
      let result = try await played { _ in
        .status(404)
      } renewal: { _ in
        throw PlayerError(.noPreview, "It was taken away.")
      }
      #expect(result.end.failure?.code == .noPreview)
    }

    @Test("A renewal can't lead to a local file")
    func renewalLeadsNoLocal() async throws {
      let result = try await played { _ in
        .status(403)
      } renewal: { _ in
        MediaSource(.file(path: "/etc/passwd"))
      }
      #expect(result.end.failure?.code == .blockedURL)
    }

    @Test("A failing or overloaded server does not cause a renewal")
    func serverDownOrHas() async throws {
      let result = try await played { _ in
        .status(503)
      } renewal: {
        MediaSource(.remote($0.url("/new.wav")))
      }
      #expect(result.end.failure?.code == .serverError)
      #expect(result.renewals == 0)
    }

    @Test("An unloaded load ends at once, even if its renewal hangs")
    func loadTakenBackEnds() async throws {
      let server = try LoopbackServer { _ in .status(403) }
      let isCancelled = Locked(false)
      let (asked, ask) = AsyncStream.makeStream(of: Void.self)
      let (ended, end) = AsyncStream.makeStream(of: Void.self)
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let source = MediaSource(.remote(server.url("/old.wav"))) {
        defer { end.finish() }
        ask.finish()
        do {
          try await Task.sleep(for: .seconds(60))
        } catch {
          isCancelled.withLock { $0 = true }
          throw error
        }
        return MediaSource(.remote(server.url("/new.wav")))
      }
      stage.engine.load(stage.log.makeLoad(id, source))
      for await _ in asked {}
      stage.engine.unload(id)
      #expect(try await stage.end(of: id) == .released)
      for await _ in ended {}
      #expect(isCancelled.withLock { $0 })
      await stage.close()
    }
  }
}
