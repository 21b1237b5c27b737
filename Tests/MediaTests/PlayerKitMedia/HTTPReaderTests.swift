import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Feeds the reader by hand, without a network.
@Suite(.tags(.pure))
struct HTTPReaderTests {
  let data = Data((0..<10_000).map { UInt8($0 % 251) })
  var reader = HTTPReader(
    limits: .init(
      firstWindow: 1_000,
      largestWindow: 4_000,
      keptBehind: 500,
      keptWhole: 20_000,
      largestLead: 2_000,
      largestLeadInFile: 4_000
    )
  )

  func head(_ request: HTTPReader.Request, tag: String = "\"1\"") -> MediaResponseHead {
    let last = min(request.offset + (request.length ?? 10_000), 10_000) - 1
    let fields = [
      "Content-Range": "bytes \(request.offset)-\(last)/10000",
      "Content-Length": "\(last - request.offset + 1)", "ETag": tag,
    ]
    return MediaResponseHead(status: 206) { fields[$0] }
  }

  func request(_ actions: [HTTPReader.Action]) throws -> HTTPReader.Request {
    try #require(requests(actions).first)
  }

  func requests(_ actions: [HTTPReader.Action]) -> [HTTPReader.Request] {
    actions.compactMap { if case .start(let request, _) = $0 { request } else { nil } }
  }

  mutating func serve(_ request: HTTPReader.Request, upTo count: Int64? = nil)
    -> [HTTPReader.Action]
  {
    let length = min(count ?? request.length ?? 10_000, 10_000 - request.offset)
    let end = request.offset + length
    return reader.received(head(request), serial: request.serial)
      + reader.received(data[request.offset..<end], serial: request.serial)
      + reader.finished(nil, serial: request.serial)
  }

  mutating func read(_ count: Int) -> (Data, HTTPReader.Step, [HTTPReader.Action]) {
    var bytes = [UInt8](repeating: 0, count: count)
    let (step, actions) = bytes.withUnsafeMutableBytes { reader.read(into: $0) }
    guard case .bytes(let read) = step else { return (Data(), step, actions) }
    return (Data(bytes.prefix(read)), step, actions)
  }

  /// Reads everything, and returns the lengths of the windows. Before each answer, it reads the
  /// available bytes if the reader is in a hurry.
  private mutating func readAll(_ isInAHurry: (Int64) -> Bool) throws -> [Int64] {
    var lengths: [Int64] = []
    var pending = requests(reader.begin())
    var result = Data()
    while result.count < 10_000 {
      if let next = pending.first, !isInAHurry(next.offset) {
        lengths.append(try #require(next.length))
        pending = requests(serve(next))
        continue
      }
      let (bytes, step, actions) = read(300)
      result += bytes
      pending += requests(actions)
      guard step == .wait, let next = pending.first else { continue }
      lengths.append(try #require(next.length))
      pending = requests(serve(next))
    }
    #expect(result == data)
    #expect(read(1).1 == .end)
    return lengths
  }

  @Test("Windows grow while the reader waits for answers, and no byte is lost")
  mutating func windowsGrowWhile() throws {
    #expect(try readAll { _ in true } == [1_000, 1_000, 2_000, 4_000, 2_000])
  }

  @Test("Windows stay small if their answers are in time")
  mutating func windowsStaySmall() throws {
    #expect(try readAll { _ in false } == Array(repeating: 1_000, count: 10))
  }

  @Test("Windows shrink again once their answers are in time")
  mutating func windowsShrinkAgain() throws {
    #expect(try readAll { $0 < 3_000 } == [1_000, 1_000, 2_000, 4_000, 2_000])
  }

  @Test("Nothing is fetched while enough is available after the reader")
  mutating func nothingFetchedWhile() throws {
    let first = try request(reader.begin())
    #expect(requests(serve(first)).isEmpty)
    #expect(read(400).2.isEmpty)
    #expect(try request(read(200).2).offset == 1_000)
  }

  @Test("A seek back within the kept bytes needs no request")
  mutating func wayBackWithin() throws {
    _ = serve(try request(reader.begin()))
    _ = read(400)
    #expect(reader.seek(to: 100) == [])
    #expect(read(10).0 == data[100..<110])
  }

  @Test("A long seek cancels the current request")
  mutating func longWayDrops() throws {
    let first = try request(reader.begin())
    _ = reader.received(head(first), serial: first.serial)
    let actions = reader.seek(to: 8_000) ?? []
    #expect(actions.first == .cancel(serial: first.serial))
    let second = try request(actions)
    #expect(second.offset == 8_000)
    #expect(reader.received(data[0..<100], serial: first.serial).isEmpty)
    _ = reader.received(head(second), serial: second.serial)
    #expect(reader.received(data[0..<100], serial: first.serial).isEmpty)
    _ = reader.received(data[8_000..<8_100], serial: second.serial)
    #expect(read(10).0 == data[8_000..<8_010])
  }

  @Test("A seek may also request the bytes before its target")
  mutating func standsBeforePlace() throws {
    var limits = HTTPReader.Limits()
    limits.firstWindow = 1_000
    limits.runUp = 300
    reader = HTTPReader(limits: limits)
    _ = serve(try request(reader.begin()))
    let second = try request(reader.seek(to: 8_000) ?? [])
    #expect(second.offset == 7_700)
    _ = serve(second)
    #expect(read(10).0 == data[8_000..<8_010])
    #expect(reader.seek(to: 7_700) == [])
    #expect(read(10).0 == data[7_700..<7_710])
  }

  @Test("A window ends after the bytes that are certainly needed")
  mutating func windowEndsNo() throws {
    var limits = HTTPReader.Limits()
    limits.firstWindow = 1_000
    limits.growsUntil = 3_500
    reader = HTTPReader(limits: limits)
    var ends: [Int64] = []
    var pending = reader.begin()
    while let next = requests(pending).first {
      ends.append(next.offset + (try #require(next.length)))
      pending = serve(next)
      while requests(pending).isEmpty {
        let (_, step, actions) = read(100)
        guard case .bytes = step else { break }
        pending = actions
      }
      if ends.count == 5 { break }
    }
    #expect(ends == [1_000, 2_000, 3_000, 3_500, 4_500])
  }

  @Test("A complete body serves another reader without a request")
  mutating func bodyCameWhole() throws {
    let first = try request(reader.begin())
    let head = MediaResponseHead(status: 200) { $0 == "Content-Length" ? "10000" : nil }
    _ = reader.received(head, serial: first.serial)
    _ = reader.received(data, serial: first.serial)
    #expect(reader.wholeBody == nil)
    _ = reader.finished(nil, serial: first.serial)
    let whole = try #require(reader.wholeBody)
    reader = HTTPReader(whole: whole)
    #expect(reader.begin() == [] && reader.isSeekable && reader.total == Int64(data.count))
    #expect(reader.seek(to: 8_000) == [])
    #expect(read(10).0 == data[8_000..<8_010])
    #expect(reader.seek(to: Int64(data.count)) == [])
    #expect(read(10).1 == .end)
  }

  @Test("A cut transfer resumes in the same version, as long as bytes arrive")
  mutating func cutResumedSame() throws {
    var current = try request(reader.begin())
    for resume in 1...8 {
      current = try request(serve(current, upTo: 100))
      #expect(current.offset == Int64(resume) * 100)
      #expect(current.validator == "\"1\"")
    }
    #expect(read(1_000).0.count == 800)
  }

  @Test("If no byte arrives, the reader waits longer each time, and fails")
  mutating func noByteComes() throws {
    var current = try request(reader.begin())
    _ = reader.received(head(current), serial: current.serial)
    _ = reader.received(data[0..<100], serial: current.serial)
    var pauses: [Duration] = []
    while reader.failure == nil {
      let actions = reader.finished(HTTPFailure.cut, serial: current.serial)
      guard case .start(let next, let pause)? = actions.last else { continue }
      pauses.append(pause)
      current = next
    }
    #expect(pauses == [.zero, .milliseconds(500), .seconds(1), .seconds(2)])
    #expect(read(1_000).0.count == 100)
    #expect(read(1).1 == .failed(HTTPFailure.cut))
  }

  @Test("A lost network is bridged while bytes are left, and for a while after")
  mutating func outage() throws {
    var limits = reader.limits
    limits.outage = .seconds(50)
    reader = HTTPReader(limits: limits)
    let lost = PlayerError(.unreachable, "No network.")
    var current = try request(reader.begin())
    _ = reader.received(head(current), serial: current.serial)
    _ = reader.received(data[0..<500], serial: current.serial)
    var pauses: [Duration] = []
    func pause(_ actions: [HTTPReader.Action]) throws -> Duration {
      guard case .start(let next, let pause)? = actions.last else {
        throw NeverHappened(what: "it is asked for again")
      }
      current = next
      return pause
    }
    _ = try pause(reader.finished(HTTPFailure.cut, serial: current.serial))
    for seconds in stride(from: 0, to: 400, by: 4) {
      reader.now = .seconds(seconds)
      pauses.append(try pause(reader.finished(lost, serial: current.serial)))
    }
    #expect(pauses.prefix(4) == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    #expect(Set(pauses.dropFirst(3)) == [.seconds(4)])
    #expect(read(1_000).0.count == 500)
    #expect(read(1_000).1 == .wait)
    reader.now += .seconds(49)
    _ = try pause(reader.stalled())
    _ = try pause(reader.finished(lost, serial: current.serial))
    var other = reader
    // One byte restores the full time.
    _ = reader.received(head(current), serial: current.serial)
    _ = reader.received(data[500..<501], serial: current.serial)
    #expect(read(1_000).0.count == 1)
    reader.now += .seconds(400)
    for _ in 0..<9 { _ = try pause(reader.finished(lost, serial: current.serial)) }
    other.now += .seconds(1)
    _ = other.finished(lost, serial: try #require(other.flight?.request.serial))
    #expect(other.failure == HTTPFailure.cut)
  }

  @Test("Another version of the resource is not mixed with the first")
  mutating func anotherVersionResource() throws {
    let first = try request(reader.begin())
    let second = try request(serve(first, upTo: 100))
    let third = try request(reader.received(head(second, tag: "\"2\""), serial: second.serial))
    #expect(third.offset < 100 && third.validator == nil)
    _ = reader.received(head(third, tag: "\"2\""), serial: third.serial)
    _ = reader.received(Data(data[Int(third.offset)..<100].map { $0 ^ 1 }), serial: third.serial)
    #expect(reader.failure?.code == .interrupted)
  }

  @Test("An endless series of empty parts ends")
  mutating func endlessSeriesEmpty() throws {
    var current = try request(reader.begin())
    for _ in 0..<4 { current = try request(serve(current, upTo: 0)) }
    _ = serve(current, upTo: 0)
    #expect(reader.failure?.code == .interrupted)
  }

  @Test("A small body without range requests supports seeks")
  mutating func smallBodyComes() throws {
    let first = try request(reader.begin())
    _ = reader.received(
      MediaResponseHead(status: 200) { $0 == "Content-Length" ? "10000" : nil },
      serial: first.serial
    )
    _ = reader.received(data, serial: first.serial)
    _ = reader.finished(nil, serial: first.serial)
    #expect(reader.seek(to: 9_000) == [])
    #expect(read(10).0 == data[9_000..<9_010])
    #expect(reader.seek(to: 0) == [])
    #expect(read(10).0 == data[0..<10])
  }

  @Test(
    "A Content-Range is read, or ignored",
    arguments: [
      ("bytes 0-99/1234", 0, 1_234), ("bytes 100-199/*", 100, nil), ("bytes */7", nil, 7),
      ("items 0-1/2", nil, nil), ("bytes=0-9/10", 0, 10),
      ("bytes  5-9/10", 5, 10), ("Bytes 0 - 9 / 10", 0, 10), ("bytes nonsense", nil, nil),
      ("bytes 1-2/3/4", nil, nil),
    ]
  )
  func contentRangeRead(field: String, start: Int64?, total: Int64?) {
    let head = MediaResponseHead(status: 206) { $0 == "Content-Range" ? field : nil }
    #expect(head.rangeStart == start)
    #expect(head.total == total)
  }
}
