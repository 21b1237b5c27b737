import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A live stream that breaks off", .tags(.pure))
struct LiveReconnectionTests {
  private var reader: HTTPReader
  private static let station = ["icy-name": "Radio", "content-type": "audio/ogg"]
  private static let count = 20_000

  init() {
    var limits = HTTPReader.Limits()
    limits.reconnection = .seconds(300)
    reader = HTTPReader(limits: limits)
  }

  private static func head(_ status: Int, _ fields: [String: String]) -> MediaResponseHead {
    MediaResponseHead(status: status) { fields[$0.lowercased()] }
  }

  private mutating func read(_ count: Int = 1 << 20) -> (HTTPReader.Step, [HTTPReader.Action]) {
    var bytes = [UInt8](repeating: 0, count: count)
    return bytes.withUnsafeMutableBytes { reader.read(into: $0) }
  }

  /// Plays a station, and reads everything that has arrived.
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

  @Test("is requested again when the reader waits, and continues after the received bytes")
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

  @Test("is not requested while unread bytes are left")
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
    "is requested with growing pauses after any failure, until its time is over",
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
        // A page instead of the station.
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

  @Test("has its full time again, and short pauses, after it was back for a while")
  mutating func begunAnew() throws {
    var reconnection = LiveReconnection(limit: .seconds(10))
    #expect(reconnection.nextPause(at: .zero) == .zero)
    #expect(reconnection.nextPause(at: .seconds(1)) == .milliseconds(500))
    reconnection.connected(at: .seconds(7))
    reconnection.received(at: .seconds(7))
    // It hung up at once. Time that the reader did not spend waiting does not count.
    #expect(reconnection.nextPause(at: .seconds(107)) == .seconds(1))
    #expect(reconnection.nextPause(at: .seconds(108)) == .seconds(2))
    reconnection.connected(at: .seconds(109))
    reconnection.received(at: .seconds(114))
    #expect(reconnection.nextPause(at: .seconds(115)) == .zero)
    #expect(reconnection.nextPause(at: .seconds(124)) == .milliseconds(500))
    #expect(reconnection.nextPause(at: .seconds(125)) == nil)
  }

  @Test("fails if its server answers again and again, and hangs up")
  mutating func hangsUp() {
    play()
    _ = reader.finished(nil, serial: 1)
    var tries = 0
    while tries < 1_000 {
      let (step, actions) = read()
      if case .bytes = step { continue }
      guard let (request, pause) = request(actions) else { break }
      tries += 1
      reader.now += pause + .seconds(1)
      _ = reader.received(Self.head(200, Self.station), serial: request.serial)
      _ = reader.received(Data(count: 5_000), serial: request.serial)
      _ = reader.finished(nil, serial: request.serial)
    }
    #expect(reader.failure == HTTPFailure.brokeOff)
    #expect((20...30).contains(tries))
  }

  @Test("has an end if its server states a length", arguments: [1 << 20, count])
  mutating func finite(length: Int) {
    var fields = Self.station
    fields["icy-metaint"] = "\(Self.count)"
    fields["content-length"] = "\(length)"
    play(fields)
    _ = reader.finished(length == Self.count ? nil : Self.lost, serial: 1)
    #expect(read().0 == (length == Self.count ? .end : .failed(Self.lost)))
  }

  @Test("is cut if it is not known to be endless")
  mutating func cut() {
    play(["content-type": "audio/ogg", "cache-control": "no-store"])
    #expect(reader.isLive && !reader.isEndless)
    #expect(request(reader.finished(Self.lost, serial: 1)) == nil)
    #expect(read().0 == .failed(Self.lost))
  }

  @Test("and was heard before is awaited after any first failure")
  mutating func resumed() throws {
    var limits = HTTPReader.Limits.resumed
    limits.reconnection = .seconds(300)
    reader = HTTPReader(limits: limits)
    #expect(reader.begin().isEmpty)
    let (first, _) = try #require(request(read().1))
    #expect(first.extent == .all && first.offset == 0)
    _ = reader.finished(Self.lost, serial: first.serial)
    let (second, pause) = try #require(request(read().1))
    #expect(pause == .milliseconds(500))
    _ = reader.received(Self.head(503, [:]), serial: second.serial)
    let (third, _) = try #require(request(read().1))
    _ = reader.received(Self.head(200, Self.station), serial: third.serial)
    _ = reader.received(Data(count: 30), serial: third.serial)
    #expect(read().0 == .bytes(30))
    #expect(reader.takeMetadata()?.name == "Radio")
    // The stream keeps its type.
    _ = reader.finished(nil, serial: third.serial)
    let (fourth, _) = try #require(request(read().1))
    let other = ["icy-name": "Radio", "content-type": "audio/mpeg"]
    _ = reader.received(Self.head(200, other), serial: fourth.serial)
    #expect(reader.flight == nil && request(read().1) != nil)
  }

  @Test("and was heard before is read as a playlist if it has become one")
  mutating func resumedList() throws {
    var limits = HTTPReader.Limits.resumed
    limits.reconnection = .seconds(300)
    reader = HTTPReader(limits: limits)
    let (first, _) = try #require(request(read().1))
    let fields = ["content-type": "application/vnd.apple.mpegurl"]
    _ = reader.received(Self.head(200, fields), serial: first.serial)
    _ = reader.received(Data(count: 30), serial: first.serial)
    _ = reader.finished(nil, serial: first.serial)
    #expect(read().0 == .bytes(30))
    #expect(read().0 == .end && !reader.isLive)
  }

  @Test("fails at once if it has hardly begun, or is a page")
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

  @Test("may have ended if its server is not known for stations")
  mutating func mayEnd() {
    let fields = ["content-type": "audio/ogg", "cache-control": "no-store"]
    play(fields)
    #expect(reader.isLive)
    _ = reader.finished(nil, serial: 1)
    #expect(read().0 == .end)
  }
}
