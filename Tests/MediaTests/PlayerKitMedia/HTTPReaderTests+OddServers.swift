import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Servers that refuse, cut, change, or serve no parts.
extension HTTPReaderTests {
  private func whole(_ length: Int?, _ fields: [String: String] = [:]) -> MediaResponseHead {
    MediaResponseHead(status: 200) { $0 == "Content-Length" ? length.map(String.init) : fields[$0] }
  }

  @Test("A large body without range requests supports seeks within the received bytes")
  mutating func largeBodyComes() throws {
    let first = try request(reader.begin())
    _ = reader.received(whole(9_000_000), serial: first.serial)
    #expect(reader.isSeekable && reader.total == 9_000_000)
    #expect(reader.received(data[0..<3_000], serial: first.serial).contains(.take(first, 3_000)))
    _ = read(3_000)
    #expect(reader.seek(to: 10) == [])
    #expect(read(10).0 == data[10..<20])
    #expect(reader.seek(to: 5_000) == [])
    #expect(read(10).1 == .wait)
    _ = reader.received(data[3_000..<6_000], serial: first.serial)
    #expect(read(10).0 == data[5_000..<5_010])
  }

  @Test("A server without range requests is slowed down if nothing is read")
  mutating func serverWithoutParts() throws {
    let first = try request(reader.begin())
    _ = reader.received(whole(9_000_000), serial: first.serial)
    #expect(reader.received(data[0..<3_000], serial: first.serial) == [.take(first, 3_000)])
    #expect(reader.received(data[3_000..<5_000], serial: first.serial) == [])
    #expect(read(1_000).2 == [])
    #expect(read(1).2 == [.take(first, 2_000)])
  }

  @Test("Without space for a file a body is read once, and slowed down sooner")
  mutating func withoutRoomFile() throws {
    var limits = HTTPReader.Limits(firstWindow: 1_000, keptWhole: 100, largestLead: 2_000)
    limits.makeFile = { _ in nil }
    reader = HTTPReader(limits: limits)
    let first = try request(reader.begin())
    _ = reader.received(whole(9_000_000), serial: first.serial)
    #expect(!reader.isSeekable)
    #expect(reader.received(data[0..<2_000], serial: first.serial) == [])
    #expect(read(10).2 == [.take(first, 2_000)])
  }

  @Test("A whole body cut in the middle continues in parts, or fails")
  mutating func wholeBodyCut() throws {
    for fields in [["Accept-Ranges": "bytes", "ETag": "\"1\""], [:]] {
      reader = HTTPReader(limits: reader.limits)
      let first = try request(reader.begin())
      _ = reader.received(whole(10_000, fields), serial: first.serial)
      _ = reader.received(data[0..<3_000], serial: first.serial)
      let actions = reader.finished(HTTPFailure.cut, serial: first.serial)
      guard fields.isEmpty else {
        let rest = try request(actions)
        #expect(rest.offset == 3_000 && rest.validator == "\"1\"")
        _ = serve(rest)
        #expect(read(3_000).0 + read(1_000).0 == data[0..<4_000])
        continue
      }
      #expect(read(3_000).0 == data[0..<3_000])
      #expect(read(1).1 == .failed(HTTPFailure.cut))
    }
  }

  @Test(
    "If a server refuses a part beyond the end, the reader makes another request",
    arguments: [400, 416]
  )
  mutating func serverRefusesPart(status: Int) throws {
    let first = try request(reader.begin())
    let refusal = MediaResponseHead(status: status) { _ in nil }
    let rest = try request(reader.received(refusal, serial: first.serial))
    #expect(rest.extent == .rest)
    var other = reader
    _ = reader.received(head(rest), serial: rest.serial)
    #expect(reader.total == 10_000 && reader.isSeekable)
    #expect(reader.received(data[0..<5_000], serial: rest.serial) == [])
    #expect(read(1_500).2 == [.take(rest, 5_000)])
    let all = try request(other.received(refusal, serial: rest.serial))
    #expect(all.extent == .all)
    _ = other.received(refusal, serial: all.serial)
    #expect(other.failure?.httpStatus == status)
  }

  @Test(
    "If a part is not described, the whole is requested",
    arguments: [nil, "bytes", "bytes 500-999/10000"]
  )
  mutating func nothingTellsPart(range: String?) throws {
    let first = try request(reader.begin())
    let fields = ["Content-Range": range, "Content-Length": "1000", "ETag": "\"1\""]
    let part = MediaResponseHead(status: 206) { fields[$0] ?? nil }
    let all = try request(reader.received(part, serial: first.serial))
    #expect(all.extent == .all)
    var other = reader
    _ = reader.received(whole(10_000), serial: all.serial)
    _ = reader.received(data, serial: all.serial)
    #expect(read(10_000).0 == data)
    // The server repeats its answer.
    _ = other.received(part, serial: all.serial)
    #expect(other.failure == (range?.contains("5") == true ? HTTPFailure.malformed : nil))
  }

  /// The head of a part up to the end, even if less was requested.
  private func untilEnd(_ request: HTTPReader.Request, lastTold: Int64 = 9_999) -> MediaResponseHead
  {
    let fields = [
      "Content-Range": "bytes \(request.offset)-\(lastTold)/10000", "ETag": "\"1\"",
      "Content-Length": "\(10_000 - request.offset)",
    ]
    return MediaResponseHead(status: 206) { fields[$0] }
  }

  @Test("A server that ignores the end of a range is read on, and slowed down")
  mutating func serverIgnoresPart() throws {
    let first = try request(reader.begin())
    _ = reader.received(untilEnd(first), serial: first.serial)
    #expect(reader.received(data[0..<3_000], serial: first.serial) == [.take(first, 3_000)])
    #expect(reader.received(data[3_000..<6_000], serial: first.serial) == [])
    #expect(read(2_500).2 == [.take(first, 3_000)])
    _ = reader.received(data[6_000..<10_000], serial: first.serial)
    #expect(requests(reader.finished(nil, serial: first.serial)).isEmpty)
    var heard = Data()
    while heard.count < 7_500 { heard += read(1_000).0 }
    #expect(heard == data[2_500...])
    #expect(read(1).1 == .end)
  }

  @Test("Bytes after the end of a part are not awaited")
  mutating func sentBehindEnd() throws {
    let first = try request(reader.begin())
    _ = reader.received(untilEnd(first, lastTold: 999), serial: first.serial)
    _ = read(1)
    let actions = reader.received(data[0..<3_000], serial: first.serial)
    #expect(actions == [.cancel(serial: first.serial)])
    #expect(try request(read(600).2).offset == 1_000)
    #expect(read(1_000).0 == data[600..<1_000])
  }

  @Test("A paused transfer cut in the middle continues when the reader needs it")
  mutating func transferCutRests() throws {
    let first = try request(reader.begin())
    _ = reader.received(untilEnd(first), serial: first.serial)
    _ = reader.received(data[0..<6_000], serial: first.serial)
    #expect(reader.finished(HTTPFailure.cut, serial: first.serial) == [])
    #expect(read(5_000).0 == data[0..<5_000])
    #expect(try request(read(600).2).offset == 6_000)
  }

  @Test("A silent part is requested again, but not forever")
  mutating func partStaysSilent() throws {
    var limits = reader.limits
    limits.recovered = 500
    reader = HTTPReader(limits: limits)
    var current = try request(reader.begin())
    _ = reader.received(head(current), serial: current.serial)
    _ = reader.received(data[0..<600], serial: current.serial)
    func pause(_ actions: [HTTPReader.Action]) throws -> Duration {
      #expect(actions.first == .cancel(serial: current.serial))
      guard case .start(let next, let pause)? = actions.last else {
        throw NeverHappened(what: "it is asked for again")
      }
      current = next
      return pause
    }
    #expect(try pause(reader.stalled()) == .zero)
    _ = reader.received(head(current), serial: current.serial)
    _ = reader.received(data[600..<601], serial: current.serial)
    // One byte was not enough to reset the count of silences.
    #expect(try pause(reader.stalled()) == .zero)
    #expect(current.offset == 601)
    var other = reader
    _ = reader.stalled()
    // More bytes are.
    _ = other.received(head(current), serial: current.serial)
    _ = other.received(data[601..<1_101], serial: current.serial)
    for _ in 0..<2 {
      _ = other.stalled()
      #expect(other.failure == nil)
    }
    _ = other.stalled()
    #expect(other.failure == HTTPFailure.stalled)
    #expect(reader.failure == HTTPFailure.stalled)
    #expect(read(1_000).0 == data[0..<601])
  }

  @Test("A request without any answer is not repeated")
  mutating func neverAnsweredNot() throws {
    _ = reader.begin()
    _ = reader.stalled()
    #expect(reader.failure == HTTPFailure.stalled)
  }

  @Test("No part is requested beyond the end")
  mutating func noPartAsked() throws {
    _ = serve(try request(reader.begin()))
    let last = try request(reader.seek(to: 9_500) ?? [])
    #expect(last.offset == 9_500 && last.extent == .part(500))
  }

  @Test("A compressed body is read whole, and has no length")
  mutating func comesCompressedTaken() throws {
    let first = try request(reader.begin())
    let fields = ["Content-Encoding": "gzip", "Content-Range": "bytes 0-99/100", "ETag": "\"1\""]
    let part = MediaResponseHead(status: 206) { fields[$0] }
    let all = try request(reader.received(part, serial: first.serial))
    #expect(all.extent == .all)
    _ = reader.received(whole(100, fields), serial: all.serial)
    #expect(reader.total == nil && !reader.isSeekable)
    _ = reader.received(data, serial: all.serial)
    _ = reader.finished(nil, serial: all.serial)
    #expect(read(10_000).0 == data && read(1).1 == .end)
  }

  @Test(
    "A version with another validator continues if its bytes are the same",
    arguments: [true, false]
  )
  mutating func versionAnotherName(isSame: Bool) throws {
    func head(_ request: HTTPReader.Request, _ tag: String) -> MediaResponseHead {
      let last = min(request.offset + (request.length ?? 0), 10_000) - 1
      let fields = [
        "Content-Range": "bytes \(request.offset)-\(last)/10000", "ETag": tag,
        "Last-Modified": "then",
      ]
      return MediaResponseHead(status: 206) { fields[$0] }
    }
    let first = try request(reader.begin())
    _ = reader.received(head(first, "\"1\""), serial: first.serial)
    _ = reader.received(data[0..<1_000], serial: first.serial)
    _ = reader.finished(nil, serial: first.serial)
    let second = try request(read(600).2)
    #expect(second.offset == 1_000 && second.validator == "\"1\"")
    // For another version some servers send the whole, and others ignore the condition.
    let answer = isSame ? whole(10_000, ["ETag": "\"2\""]) : head(second, "\"2\"")
    let third = try request(reader.received(answer, serial: second.serial))
    #expect(third.offset == 0 && third.extent == .part(2_000) && third.validator == nil)
    _ = reader.received(head(third, "\"2\""), serial: third.serial)
    var bytes = Data(data[0..<2_000])
    if !isSame { bytes[999] ^= 1 }
    _ = reader.received(bytes.prefix(700), serial: third.serial)
    _ = reader.received(bytes.dropFirst(700), serial: third.serial)
    _ = reader.finished(nil, serial: third.serial)
    #expect(reader.failure == (isSame ? nil : HTTPFailure.changed))
    let (rest, _, actions) = read(1_400)
    #expect(rest == data[600..<(isSame ? 2_000 : 1_000)])
    guard isSame else { return }
    // Both validators are known now. A condition with one of them would fail at the other server.
    let fourth = try request(actions)
    #expect(fourth.offset == 2_000 && fourth.validator == nil)
    for tag in ["\"1\"", "\"2\""] {
      var copy = reader
      #expect(copy.received(head(fourth, tag), serial: fourth.serial) == [])
    }
  }

  /// The head of a part of a version with this validator and the same date.
  private func dated(_ request: HTTPReader.Request, _ tag: String, length: Int64? = nil)
    -> MediaResponseHead
  {
    let count = min(length ?? request.length ?? 0, 10_000 - request.offset)
    let fields = [
      "Content-Range": "bytes \(request.offset)-\(request.offset + count - 1)/10000",
      "Content-Length": "\(count)", "ETag": tag, "Last-Modified": "then",
    ]
    return MediaResponseHead(status: 206) { fields[$0] }
  }

  /// Reads into the second window, whose answer has another validator. Returns the comparison.
  private mutating func beginToCompare() throws -> HTTPReader.Request {
    let first = try request(reader.begin())
    _ = reader.received(dated(first, "\"1\""), serial: first.serial)
    _ = reader.received(data[0..<1_000], serial: first.serial)
    _ = reader.finished(nil, serial: first.serial)
    let second = try request(read(600).2)
    return try request(reader.received(dated(second, "\"2\""), serial: second.serial))
  }

  @Test("An incomplete comparison does not count as equal", arguments: [true, false])
  mutating func notComparedEnd(isCut: Bool) throws {
    let third = try beginToCompare()
    let length = isCut ? nil : Int64(500)
    _ = reader.received(dated(third, "\"2\"", length: length), serial: third.serial)
    _ = reader.received(data[0..<500], serial: third.serial)
    let error = isCut ? HTTPFailure.cut : nil
    let fourth = try request(reader.finished(error, serial: third.serial))
    #expect(fourth.offset == 1_000 && fourth.validator == "\"1\"")
  }

  @Test("A server that never permits a comparison fails")
  mutating func serverNeverLets() throws {
    var current = try beginToCompare()
    for _ in 0..<20 where reader.failure == nil {
      _ = reader.received(dated(current, "\"2\"", length: 1), serial: current.serial)
      _ = reader.received(data[0..<1], serial: current.serial)
      guard let next = requests(reader.finished(nil, serial: current.serial)).first else { break }
      current = try request(reader.received(dated(next, "\"3\""), serial: next.serial))
    }
    #expect(reader.failure == HTTPFailure.cut)
  }

  @Test("Another version that arrives whole does not continue the first one")
  mutating func anotherVersionComes() throws {
    let first = try request(reader.begin())
    let fields = ["Content-Range": "bytes 0-999/*", "ETag": "\"1\""]
    _ = reader.received(MediaResponseHead(status: 206) { fields[$0] }, serial: first.serial)
    _ = reader.received(data[0..<1_000], serial: first.serial)
    _ = reader.finished(nil, serial: first.serial)
    let second = try request(reader.seek(to: 5_000) ?? [])
    _ = reader.received(data[5_000..<6_000], serial: second.serial)
    let third = try request(reader.seek(to: 0) ?? [])
    _ = reader.received(whole(10_000, ["ETag": "\"2\""]), serial: third.serial)
    #expect(reader.failure == HTTPFailure.changed)
  }

  @Test("Bytes that found no space are missing, which is not the end")
  mutating func noRoomMissing() throws {
    var limits = HTTPReader.Limits(firstWindow: 1_000, keptBehind: 100, keptWhole: 100)
    limits.makeFile = { _ in SpoolFile(atMost: 2_000) }
    reader = HTTPReader(limits: limits)
    let first = try request(reader.begin())
    _ = reader.received(whole(10_000), serial: first.serial)
    for start in stride(from: 0, to: 10_000, by: 1_000) {
      _ = reader.received(data[start..<start + 1_000], serial: first.serial)
    }
    _ = reader.finished(nil, serial: first.serial)
    #expect(reader.isSeekable && reader.wholeBody != nil)
    var heard = Data()
    while heard.count < 9_000 { heard += read(1_000).0 }
    #expect(heard == data[0..<9_000])
    #expect(!reader.isSeekable && reader.wholeBody == nil)
    #expect(reader.seek(to: 3_000) == nil)
    #expect(read(2_000).0 == data[9_000..<10_000])
    #expect(read(1).1 == .end)
  }

  @Test("A new address is not requested for bytes after the end")
  mutating func newAddressNot() throws {
    reader = HTTPReader(limits: reader.limits, canRenew: true)
    _ = serve(try request(reader.begin()))
    let second = try request(read(600).2)
    _ = reader.received(MediaResponseHead(status: 403) { _ in nil }, serial: second.serial)
    _ = reader.seek(to: 10_000)
    #expect(reader.renewed() == [])
    #expect(read(1).1 == .end)
  }
}

extension HTTPReader.Action {
  fileprivate static func take(_ request: HTTPReader.Request, _ count: Int) -> Self {
    .take(serial: request.serial, count: count)
  }
}
