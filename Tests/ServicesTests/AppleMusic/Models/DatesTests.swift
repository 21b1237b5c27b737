import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Dates of Apple Music", .tags(.pure))
struct DatesTests {
  @Test("A date may be a day, a month or a year")
  func partialDates() {
    let day = PartialDate("2021-03-05")
    #expect(day?.year == 2021 && day?.month == 3 && day?.day == 5)
    #expect(PartialDate("2021-03-05T08:00:00Z") == day)
    #expect(PartialDate("2021-03")?.day == nil)
    #expect(PartialDate("2021")?.month == nil)
  }

  @Test(
    "An invalid date is `nil`",
    arguments: [
      "", "T", "-", "21", "2021-13", "2021-00-01", "2021-03-32", "2021-3-5-7", "soon",
      "99999999999999999999", "２０２１", "+021",
    ]
  )
  func noDates(_ text: String) {
    #expect(PartialDate(text) == nil)
  }

  @Test("Times are read with and without fractions of a second")
  func times() {
    let time = Date(timeIntervalSince1970: 1_795_330_800)
    #expect(AppleMusic.date("2026-11-22T07:00:00Z") == time)
    #expect(AppleMusic.date("2026-11-22T07:00:00.500Z") == time.addingTimeInterval(0.5))
    #expect(AppleMusic.date("yesterday") == nil)
  }
}
