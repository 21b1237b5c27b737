import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// A resource on several servers. Each server has its own validator for the same version.
extension HTTPReaderTests {
  /// Servers that answer in turn.
  private struct Edges {
    /// The number of servers, or `nil` if each answer has a new validator.
    var count: Int?
    var data: Data
    var lastModified: String? = "then"
    /// The requests.
    var asked: [HTTPReader.Request] = []
    /// The bytes of the beginning that a server sends when it is requested again.
    var longestBeginning = Int.max

    mutating func answer(_ request: HTTPReader.Request) -> (head: MediaResponseHead, body: Data) {
      let tag = "\"\(count.map { asked.count % $0 } ?? asked.count)\""
      let isAgain = !asked.isEmpty && request.offset == 0
      asked.append(request)
      var fields = ["ETag": tag]
      fields["Last-Modified"] = lastModified
      if request.offset > 0, let wanted = request.validator, wanted != tag {
        fields["Content-Length"] = "\(data.count)"
        return (MediaResponseHead(status: 200) { fields[$0] }, data)
      }
      let end = min(Int(request.offset + (request.length ?? 0)), data.count)
      fields["Content-Range"] = "bytes \(request.offset)-\(end - 1)/\(data.count)"
      let body = data[Int(request.offset)..<end]
      let head = MediaResponseHead(status: 206) { fields[$0] }
      return (head, isAgain ? body.prefix(longestBeginning) : body)
    }
  }

  /// Lets the servers answer until the reader requests nothing more.
  private mutating func run(_ actions: [HTTPReader.Action], _ edges: inout Edges) {
    var pending = requests(actions)
    while let next = pending.popLast() {
      let (head, body) = edges.answer(next)
      var more = reader.received(head, serial: next.serial)
      more += reader.received(body.prefix(700), serial: next.serial)
      more += reader.received(body.dropFirst(700), serial: next.serial)
      more += reader.finished(nil, serial: next.serial)
      pending = requests(more)
    }
  }

  /// Reads some bytes, and answers the requests for them.
  private mutating func hear(_ count: Int, _ edges: inout Edges) -> Data {
    var heard = Data()
    while heard.count < count {
      let (bytes, step, actions) = read(min(300, count - heard.count))
      heard += bytes
      run(actions, &edges)
      if case .bytes = step { continue }
      if step == .wait, !requests(actions).isEmpty { continue }
      break
    }
    return heard
  }

  @Test("A seek works if another server answers with another validator", arguments: [2, 3])
  mutating func placeSoughtThough(count: Int) throws {
    var edges = Edges(count: count, data: data)
    run(reader.begin(), &edges)
    for place in [7_000, 3_000, 9_000, 5_000] {
      run(reader.seek(to: Int64(place)) ?? [], &edges)
      #expect(hear(600, &edges) == data[place..<place + 600])
    }
    #expect(reader.failure == nil)
    #expect(edges.asked.count < 20, "\(edges.asked.map(\.offset))")
    // All validators are known now, and nothing is compared any more.
    let before = edges.asked.count
    run(reader.seek(to: 1_500) ?? [], &edges)
    #expect(edges.asked.count == before + 1)
    #expect(hear(8_500, &edges) == data[1_500...])
  }

  @Test("A seek works if a server has a new validator for each answer")
  mutating func serverNewName() throws {
    var edges = Edges(count: nil, data: data)
    run(reader.begin(), &edges)
    for place in stride(from: 9_000, to: 1_000, by: -2_000) {
      let before = edges.asked.count
      run(reader.seek(to: Int64(place)) ?? [], &edges)
      #expect(hear(600, &edges) == data[place..<place + 600])
      // The target, four times the beginning, the target, and the same for the next window.
      #expect(edges.asked.count <= before + 12)
    }
  }

  @Test("A seek in changed media fails as changed", arguments: [2, nil])
  mutating func mediaChangedTold(count: Int?) throws {
    var edges = Edges(count: count, data: data)
    run(reader.begin(), &edges)
    let before = edges
    for change in 0..<3 {
      var (copy, edges) = (reader, before)
      switch change {
      case 0: edges.data[0] ^= 1
      case 1: edges.data.append(0)
      default: edges.lastModified = "now"
      }
      swap(&reader, &copy)
      run(reader.seek(to: 7_000) ?? [], &edges)
      #expect(reader.failure == HTTPFailure.changed, "\(change)")
      #expect(reader.kept == nil)
      swap(&reader, &copy)
    }
  }

  @Test(
    "Without a date, a server with a new validator for each answer is compared once",
    arguments: [2, nil]
  )
  mutating func withoutDate(count: Int?) throws {
    var edges = Edges(count: count, data: data, lastModified: nil)
    run(reader.begin(), &edges)
    run(reader.seek(to: 7_000) ?? [], &edges)
    #expect(hear(600, &edges) == data[7_000..<7_600])
    // The beginning, the target twice, and the beginning again in between.
    #expect(edges.asked.prefix(4).map(\.offset) == [0, 7_000, 0, 7_000])
    let before = edges.asked.count
    run(reader.seek(to: 3_000) ?? [], &edges)
    #expect(edges.asked.count == before + 1)
    #expect(hear(7_000, &edges) == data[3_000...])
    #expect(reader.failure == nil)
  }

  @Test("Without a date, changed media is noticed by its bytes or its length")
  mutating func withoutDateChanged() throws {
    var edges = Edges(count: nil, data: data, lastModified: nil)
    run(reader.begin(), &edges)
    let before = edges
    for change in 0..<2 {
      var (copy, edges) = (reader, before)
      if change == 0 { edges.data[0] ^= 1 } else { edges.data.append(0) }
      swap(&reader, &copy)
      run(reader.seek(to: 7_000) ?? [], &edges)
      #expect(reader.failure == HTTPFailure.changed, "\(change)")
      swap(&reader, &copy)
    }
  }

  @Test("A beginning that never arrives whole fails")
  mutating func beginningNeverComes() throws {
    var edges = Edges(count: nil, data: data, longestBeginning: 10)
    run(reader.begin(), &edges)
    run(reader.seek(to: 7_000) ?? [], &edges)
    #expect(reader.failure == HTTPFailure.cut)
    #expect(edges.asked.count <= 12)
  }

  @Test("A beginning longer than requested is not awaited")
  mutating func beginningSentNot() throws {
    var edges = Edges(count: 2, data: data)
    run(reader.begin(), &edges)
    let second = try request(reader.seek(to: 7_000) ?? [])
    let third = try request(reader.received(edges.answer(second).head, serial: second.serial))
    #expect(third.offset == 0 && third.validator == nil && third.extent == .part(1_000))
    _ = reader.received(edges.answer(third).head, serial: third.serial)
    let actions = reader.received(data[0..<5_000], serial: third.serial)
    #expect(actions.first == .cancel(serial: third.serial))
    #expect(requests(actions).count == 1)
  }
}
