import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A response to a range request", .tags(.pure))
struct HLSBodyTests {
  private func head(_ status: Int, _ fields: [String: String] = [:]) -> MediaResponseHead {
    MediaResponseHead(status: status) { name in
      fields.first { $0.key.lowercased() == name.lowercased() }?.value
    }
  }

  private func body(_ range: (Int64, Int64)?, limit: Int = 1_000) -> HLSBody {
    HLSBody(range: range.map { .init(offset: $0.0, length: $0.1) }, limit: limit)
  }

  @Test("is cut out of the whole file if the server sends that, without waiting for the rest")
  func whole() {
    var body = body((150_000, 4), limit: 1_000)
    #expect(body.begin(head(200, ["Content-Length": "9000000000"])) == nil)
    #expect(body.take(Data(count: 100_000)) == nil)
    #expect(body.take(Data(count: 49_999) + [9, 1, 2]) == nil)
    #expect(body.take(Data([3, 4, 5])) == .whole([1, 2, 3, 4]))
  }

  @Test("is refused if the range is too far from the start, or another one")
  func refused() {
    var far = body((65 << 20, 4))
    #expect(far.begin(head(200)) == .refused(.final(HLSErrors.otherRange)))
    var other = body((100, 4))
    let refusal = other.begin(head(206, ["Content-Range": "bytes 0-3/200"]))
    #expect(refusal == .refused(.final(HLSErrors.otherRange)))
    var long = body((0, 5_000))
    #expect(long.begin(head(206)) == .refused(.final(HLSErrors.tooLarge)))
  }

  @Test("is lost if it is too short")
  func cut() {
    var body = body((100, 4))
    #expect(body.begin(head(206, ["Content-Range": "bytes 100-103/200"])) == nil)
    #expect(body.take(Data([1, 2, 3])) == nil)
    #expect(body.end() == .refused(.lost(HTTPFailure.cut)))
  }

  @Test("without an end is refused")
  func endless() {
    var body = body(nil)
    #expect(body.begin(head(200)) == nil)
    #expect(body.take(Data(count: 1_000)) == nil)
    #expect(body.take(Data(count: 1)) == .refused(.final(HLSErrors.tooLarge)))
  }
}
