import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The freshness that a server states", .tags(.pure))
struct FreshnessTests {
  private static let noon = "Sun, 06 Nov 1994 12:00:00 GMT"

  @Test(
    "is the time without a new check",
    arguments: [
      ([:], nil), (["Cache-Control": "max-age=60"], 60),
      (["Cache-Control": "max-age=60, immutable"], 60), (["Cache-Control": "immutable"], nil),
      (["Cache-Control": "max-age=\"60\""], 60), (["Cache-Control": "max-age=x"], 0),
      (["Cache-Control": "max-age=99999999999999999999"], 1 << 31),
      (["Cache-Control": "max-age=60", "Age": "20"], 40),
      (["Cache-Control": "max-age=60", "Age": "90"], 0), (["Age": "90"], nil),
      (["Cache-Control": "max-age=60", "Expires": "0"], 60),
      (["Expires": "0"], 0), (["Expires": "-1"], 0),
      (["Expires": "Sun, 06 Nov 1994 12:01:00 GMT", "Date": noon], 60),
      (["Expires": noon], 0), (["Pragma": "no-cache"], 0),
      (["Pragma": "no-cache", "Cache-Control": "max-age=60"], 60),
    ] as [([String: String], Int64?)]
  )
  func longNobodyNeed(fields: [String: String], lifetime: Int64?) {
    let freshness = Freshness { fields[$0] }
    #expect(freshness.lifetime == lifetime)
    #expect(!freshness.isForbidden)
  }

  @Test(
    "may forbid storing",
    arguments: ["no-store", "max-age=60, No-Cache", "private, no-store"]
  )
  func notKept(control: String) {
    #expect(Freshness { $0 == "Cache-Control" ? control : nil }.isForbidden)
  }
}
