import PlayerKitSystem

/// Parses `Fri, 20 Nov 2026 12:00:00 GMT`, and the two obsolete forms:
/// `Friday, 20-Nov-26 12:00:00 GMT`, `Fri Nov 20 12:00:00 2026`.
package enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  package static func date(_ text: String) -> Date? {
    let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    switch words.count {
    case 6 where words[5] == "gmt" || words[5] == "utc":
      return date(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:
      return date(day: words[2], month: words[1], year: words[4], time: words[3])
    default:
      return nil
    }
  }

  private static func date(day: String, month: String, year: String, time: String) -> Date? {
    let times = time.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard let day = Int(day), (1...31).contains(day),
      let month = months.firstIndex(of: month),
      let year = Int(year), (0...9999).contains(year),
      times.count == 3, let hour = times[0], let minute = times[1], let second = times[2],
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        // Two-digit years belong to this century, because services mean the near future.
        year: year < 100 ? year + 2000 : year,
        month: month + 1,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    )
  }
}
