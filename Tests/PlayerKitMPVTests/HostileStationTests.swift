import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  @Suite("A queue with a false station", .tags(.local), .timeLimit(.minutes(5)))
  struct HostileStationTests {
    private static let station = ["icy-name": "Radio", "Content-Type": "audio/mpeg"]

    private func meet(
      _ reply: LoopbackServer.Reply
    ) async throws -> (failures: [String], requests: Int) {
      let server = try LoopbackServer { _ in reply }
      let good = Signal.sweep(frames: 4_410)
      let stage = try Stage(.file, networkTimeout: .seconds(2))
      let path = try stage.file(good, 1)
      let show = try Show(stage, [URLTrack(url: server.url("/live")), URLTrack(path: path)])
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(told.contains("1.wav"), "the next entry was not reached: \(told)")
      #expect(try await stage.output().suffix(good.pcm.count) == good.pcm)
      return (told.filter { $0.hasPrefix("failed") }, server.requests.count)
    }

    @Test("The queue skips a page after one request", arguments: [false, true])
    func page(isEndless: Bool) async throws {
      let page = Data("<!DOCTYPE html><html><body>\(isEndless ? "" : "No")".utf8)
      let met = try await meet(
        .init(
          headers: Self.station,
          body: page + Data(repeating: 0x20, count: isEndless ? 8 << 20 : 100),
          hasNoLength: true,
          stallAfter: isEndless ? .max : nil
        )
      )
      #expect(met.failures == ["failed live unsupportedFormat skip"])
      #expect(met.requests == 1)
    }

    @Test("The queue skips endless noise")
    func noise() async throws {
      var generator = SystemRandomNumberGenerator()
      let noise = Data((0..<1 << 20).map { _ in UInt8.random(in: 0...0x7F, using: &generator) })
      let met = try await meet(
        .init(headers: Self.station, body: noise, hasNoLength: true, stallAfter: noise.count)
      )
      #expect(met.failures.count == 1)
      #expect(met.requests <= 10)
    }

    @Test("The queue skips an endless head")
    func head() async throws {
      let head = Data("HTTP/1.0 200 OK\r\n".utf8)
      let fields = Data(String(repeating: "a: b\r\n", count: 100_000).utf8)
      let met = try await meet(.init(head: head + fields))
      #expect(met.failures == ["failed live malformedReply skip"])
      #expect(met.requests == 1)
    }
  }
}
