import Foundation
import PlayerKit
import Testing

@testable import MediaLoading

@Suite("A live stream that breaks off")
struct LiveReconnectionTests {
  private var reader: HTTPReader
  private static let station = ["icy-name": "Radio", "content-type": "audio/ogg"]
  private static let count = 20_000

  init() {
    var limits = HTTPReader.Limits()
    limits.reconnection = .seconds(300)
    reader = HTTPReader(limits: limits)
  }

  private static func head(_ status: Int, _ fields: [String: String]) -> HTTPHead {
    HTTPHead(status: status) { fields[$0.lowercased()] }
  }

  private mutating func read(_ count: Int = 1 << 20) -> (HTTPReader.Step, [HTTPReader.Action]) {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { reader.read(into: $0) }
  }

  /// All of what came was read.
  private mutating func play(_ fields: [String: String] = station) {
    _ = reader.begin()
    _ = reader.received(Self.head(200, fields), serial: 1)
    _ = reader.received(Data(count: Self.count), serial: 1)
    _ = read()
  }

  private func request(_ actions: [HTTPReader.Action]) -> (HTTPReader.Request, Duration)? {
    for case .start(let request, let pause) in actions { return (request, pause) }
    return nil
  }

  private static let lost = PlayerError(.interrupted, "The connection was lost.")

  @Test("is asked for again when the reader waits, and goes on behind what came")
  mutating func goesOn() throws {
    play()
    #expect(reader.finished(nil, serial: 1).isEmpty)
    let (step, actions) = read()
    #expect(step == .wait)
    let (again, pause) = try #require(request(actions))
    #expect(again.extent == .all && again.offset == 0 && pause == .zero)
    #expect(request(read().1) == nil)
    _ = reader.received(Self.head(200, Self.station), serial: again.serial)
    _ = reader.received(Data(repeating: 7, count: 30), serial: again.serial)
    #expect(read().0 == .bytes(30))
    #expect(reader.position == Int64(Self.count) + 30)
  }

  @Test("is not asked for while there is something left to be read")
  mutating func restsWhilePaused() {
    _ = reader.begin()
    _ = reader.received(Self.head(200, Self.station), serial: 1)
    _ = reader.received(Data(count: Self.count), serial: 1)
    #expect(reader.finished(Self.lost, serial: 1).isEmpty)
    reader.now = .seconds(10_000)
    let (step, actions) = read(100)
    #expect(step == .bytes(100) && request(actions) == nil)
    _ = read()
    #expect(request(read().1) != nil)
  }

  @Test(
    "is asked for with growing pauses, whatever goes wrong, until its time is over",
    arguments: [404, 503, 200, 0]
  )
  mutating func givesUp(status: Int) throws {
    play()
    _ = reader.finished(nil, serial: 1)
    var pauses: [Duration] = []
    while case (.wait, let actions) = read(), let (request, pause) = request(actions) {
      pauses.append(pause)
      reader.now += pause + .seconds(1)
      if status == 0 {
        _ = reader.stalled()
      } else {
        // A page in place of the station.
        _ = reader.received(
          Self.head(status, ["content-type": "text/html"]),
          serial: request.serial
        )
      }
    }
    #expect(pauses.prefix(4) == [.zero, .milliseconds(500), .seconds(1), .seconds(2)])
    #expect((20...30).contains(pauses.count))
    #expect((.seconds(300)...(.seconds(303))).contains(reader.now))
    let code: PlayerError.Code =
      [404: .notFound, 503: .serverError, 0: .timedOut][status] ?? .interrupted
    #expect(reader.failure?.code == code)
  }

  @Test("has all its time again with the first byte, and short pauses after a while")
  mutating func begunAnew() throws {
    var reconnection = LiveReconnection(limit: .seconds(10))
    #expect(reconnection.nextPause(at: .zero) == .zero)
    #expect(reconnection.nextPause(at: .seconds(1)) == .milliseconds(500))
    reconnection.connected(at: .seconds(9))
    reconnection.received(at: .seconds(9))
    // It hung up at once: the pauses grow on.
    #expect(reconnection.nextPause(at: .seconds(9)) == .seconds(1))
    #expect(reconnection.nextPause(at: .seconds(18)) == .seconds(1))
    reconnection.connected(at: .seconds(18))
    reconnection.received(at: .seconds(30))
    #expect(reconnection.nextPause(at: .seconds(31)) == .zero)
    #expect(reconnection.nextPause(at: .seconds(41)) == nil)
  }

  @Test("fails at once where it has hardly begun, or is a page")
  mutating func never() {
    _ = reader.begin()
    _ = reader.received(Self.head(200, Self.station), serial: 1)
    _ = reader.received(Data(count: 100), serial: 1)
    _ = reader.finished(nil, serial: 1)
    #expect(reader.failure == HTTPFailure.brokeOff)
    var page = LiveStream(Self.head(200, Self.station), limit: .seconds(300))
    _ = page.consume(Data("\n<html>".utf8), at: 0, now: .zero)
    #expect(page.reconnection.nextPause(at: .zero) == nil)
  }

  @Test("may have come to its end, where its server is not known for stations")
  mutating func mayEnd() {
    let fields = ["content-type": "audio/ogg", "cache-control": "no-store"]
    play(fields)
    #expect(reader.isLive)
    _ = reader.finished(nil, serial: 1)
    #expect(read().0 == .end)
  }
}
