import Foundation
import TestSupport
import Testing

@testable import PlayerKitPodcasts

@Suite("Times in feeds", .tags(.pure))
struct FeedTimeTests {
  @Test(
    "that are durations are read in all their forms",
    arguments: [
      ("90", 90_000), ("1:30", 90_000), ("01:01:30", 3_690_000), ("90.5", 90_500),
      (" 00:20:00 ", 1_200_000), ("1:02.25", 62_250), ("1h 20m", 4_800_000), ("45 min", 2_700_000),
      ("PT1H2M3S", 3_723_000), ("1 hour, 5 minutes", 3_900_000), (":30", 30_000),
      ("62:10", 3_730_000),
      ("3600,5", 3_600_500),
    ] as [(String, Int)]
  )
  func lengths(text: String, milliseconds: Int) {
    #expect(FeedTime.duration(text) == .milliseconds(milliseconds))
  }

  @Test(
    "that are invalid are `nil`",
    arguments: [
      "", "0", "00:00:00", "-5", "abc", "1:2:3:4", "99999999999999999999", "1:-2", "NaN", "12:aa",
      "1e9", "99999999", "٣:٣٠",
    ]
  )
  func noLengths(text: String) { #expect(FeedTime.duration(text) == nil) }

  @Test(
    "of whole seconds never trap",
    arguments: [
      -1, .nan, .infinity, 1e300, -0.0, 604_800,
    ] as [Double]
  )
  func seconds(seconds: Double) {
    let position = FeedTime.position(seconds: seconds)
    #expect(position == (seconds == 0 ? .zero : nil))
  }

  @Test(
    "that are dates are read in all their dialects",
    arguments: [
      ("Wed, 27 Apr 2011 07:00:00 GMT", 1_303_887_600), ("27 Apr 2011 07:00 GMT", 1_303_887_600),
      ("Wed, 27 Apr 11 07:00:00 +0000", 1_303_887_600),
      ("Wed, 27 Apr 2011 07:00:00 GMT+0000", 1_303_887_600),
      ("Wed, 27 Apr 2011 09:00:00 +0200", 1_303_887_600),
      ("Wed, 27 Apr 2011 09:00:00 +02:00", 1_303_887_600),
      ("Wed, 27 Apr 2011 03:00:00 EDT", 1_303_887_600),
      ("Wed,27 April 2011 07:00:00 UT", 1_303_887_600),
      ("mercredi 27 avril 2011 07:00:00 GMT", 1_303_887_600),
      ("Mi, 27 Apr 2011 09:00:00 MESZ", 1_303_887_600),
      ("2011-04-27T07:00:00Z", 1_303_887_600), ("2011-04-27 07:00:00", 1_303_887_600),
      ("2011-04-27T09:00:00.000+02:00", 1_303_887_600), ("2011-04-27", 1_303_862_400),
      ("Apr 27, 2011 7:00 AM", 1_303_887_600), ("27-Apr-2011 07:00:00", 1_303_887_600),
      ("Sat, 01 Jän 2000 00:00:00 GMT", 946_684_800),
      ("Fri, 1 août 2025 12:00:00 Z", 1_754_049_600),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Sun, 05 May 1935 10:00:00 GMT", -1_093_788_000), ("1900-01-01", -2_208_988_800),
      ("Fri, 01 Jan 99 00:00:00 GMT", 915_148_800),
      ("Mon, 29 Feb 2016 12:00:00 PST", 1_456_776_000),
      ("Tue, 01 Jan 2999 00:00:00 GMT", 32_472_144_000),
    ] as [(String, Double)]
  )
  func dates(text: String, seconds: Double) {
    #expect(FeedDate.date(text)?.timeIntervalSince1970 == seconds)
  }

  /// The languages whose months the library knows.
  static let languages = ["en", "de", "fr", "it", "es", "pt", "nl", "sv", "da", "nb", "ru"]

  @Test("that are dates have weekdays and months in many languages", arguments: languages)
  func names(language: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: language)
    for name in Set(calendar.weekdaySymbols + calendar.shortWeekdaySymbols) {
      for start in [name, name.capitalized, name + "."] {
        let date = FeedDate.date("\(start), 27 Apr 2011 07:00:00 GMT")
        #expect(date?.timeIntervalSince1970 == 1_303_887_600, "\(start)")
      }
    }
    let months = [calendar.monthSymbols, calendar.shortMonthSymbols]
    for (index, name) in months.flatMap({ $0.enumerated() }) {
      let number = String(index + 1)
      let expected = FeedDate.date("2011-\(number)-27")
      #expect(FeedDate.date("27 \(name) 2011") == expected, "\(name)")
      for weekday in calendar.shortWeekdaySymbols {
        #expect(FeedDate.date("\(weekday) 27 \(name) 2011") == expected, "\(weekday) \(name)")
      }
    }
    #expect(FeedDate.date("Tue, Mar 1 2011") == FeedDate.date("2011-03-01"))
    #expect(FeedDate.date("mar. 1 mars 2011, maj") == FeedDate.date("2011-03-01"))
    #expect(FeedDate.date("27 marraskuuta 2011") == FeedDate.date("2011-11-27"))
  }

  @Test(
    "that are no dates are `nil`",
    arguments: [
      "", "yesterday", "32 Foo 2011", "Wed, 27 Apr", "0000000000", "99-99-99", "2011-13-01",
      "27 Apr 99999 07:00", "27 Apr 2011 99:00:00", "+++++++",
    ]
  )
  func noDates(text: String) { #expect(FeedDate.date(text) == nil) }
}
