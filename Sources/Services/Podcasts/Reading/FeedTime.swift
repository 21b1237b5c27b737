import Foundation
import PlayerKitServices

/// Parses durations in feeds. Pure. Never traps.
enum FeedTime {
  /// Parses `SS`, `MM:SS` or `HH:MM:SS` with optional fractions, `1h 20m`, `90 min` or `PT1H20M`.
  /// `nil` if it is invalid or zero.
  static func duration(_ text: String) -> Duration? {
    position(text)?.ifPlausible
  }

  /// Parses a position in the same forms. Zero is valid.
  static func position(_ text: String) -> Duration? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    guard !text.isEmpty, text.utf8.count <= 40 else { return nil }
    let milliseconds = text.contains(":") ? clock(text) : units(text)
    return milliseconds.flatMap { 0...week ~= $0 ? .milliseconds($0) : nil }
  }

  /// Returns a position from a number of seconds.
  static func position(seconds: Double?) -> Duration? {
    guard let seconds, seconds >= 0, seconds < Double(week) / 1_000 else { return nil }
    return .milliseconds(Int((seconds * 1_000).rounded()))
  }

  private static let week = 7 * 86_400_000

  private static func clock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last else { return nil }
    var total = 0
    for part in parts.dropLast() {
      // An empty part before a colon is zero.
      guard let number = part.isEmpty ? 0 : whole(part) else { return nil }
      total = (total + number) * 60
    }
    return milliseconds(last.isEmpty ? "0" : last).map { total * 1_000 + $0 }
  }

  /// Parses numbers, each followed by a unit. Without a unit they are seconds.
  private static func units(_ text: String) -> Int? {
    var total = 0
    var rest = text[...]
    var found = false
    if rest.hasPrefix("pt") { rest = rest.dropFirst(2) }
    while let start = rest.firstIndex(where: { $0.isASCII && $0.isNumber }) {
      // Text with a sign or an unknown word is no duration.
      guard rest[..<start].allSatisfy({ $0 == " " || $0 == "," }) else { return nil }
      let number = rest[start...].prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
      rest = rest[number.endIndex...].drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest[unit.endIndex...]
      guard let value = milliseconds(number) else { return nil }
      switch unit.first {
      case "h", "u": total += value * 3_600
      case "m": total += value * 60
      case "s", nil: total += value
      default: return nil
      }
      found = true
    }
    return found ? total : nil
  }

  private static func whole(_ text: Substring) -> Int? {
    guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else { return nil }
    return Int(text)
  }

  private static func milliseconds(_ text: Substring) -> Int? {
    let text = text.replacing(",", with: ".")
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first,
      let seconds = whole(first.isEmpty ? "0" : first)
    else { return nil }
    guard parts.count == 2 else { return seconds * 1_000 }
    let digits = parts[1].prefix(3)
    guard digits.utf8.allSatisfy({ (0x30...0x39) ~= $0 }) else { return nil }
    let fraction = (String(digits) + "000").prefix(3)
    return seconds * 1_000 + (Int(fraction) ?? 0)
  }
}

/// Parses dates in feeds. Pure. Never traps.
enum FeedDate {
  /// Parses ISO 8601 and all dialects of RFC 822; `nil` if no day can be recognized.
  static func date(_ text: String) -> Date? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard (6...80) ~= text.utf8.count else { return nil }
    return iso(text) ?? words(text)
  }

  // MARK: - ISO 8601

  private static func iso(_ text: String) -> Date? {
    let day = text.prefix { $0 != "T" && $0 != "t" && $0 != " " }
    let parts = day.split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
    guard parts.count == 3, day.prefix(4).allSatisfy(\.isASCIIDigit), let year = parts[0],
      let month = parts[1], let date = parts[2]
    else { return nil }
    var rest = text[day.endIndex...].dropFirst()[...]
    let clock = rest.prefix { $0.isASCIIDigit || $0 == ":" || $0 == "." }
    rest = rest[clock.endIndex...].drop { $0 == " " }
    return moment(
      year: year,
      month: month,
      day: date,
      clock: clock.isEmpty ? "0:0" : clock,
      offset: zone(rest) ?? 0
    )
  }

  // MARK: - Dates in words

  private static func words(_ text: String) -> Date? {
    var day: Int?
    var year: Int?
    var month: Int?
    /// Whether the month came before a day. Then it may be a weekday, such as `mar`.
    var isEarlyMonth = false
    var clock: Substring?
    var offset: Int?
    var half: Substring?
    for word in text.split(whereSeparator: { " ,\t\n/".contains($0) }) {
      let isClock = word.contains(":") && word.first?.isASCIIDigit == true
      if isClock, clock == nil {
        let end = word.firstIndex { !$0.isASCIIDigit && $0 != ":" && $0 != "." } ?? word.endIndex
        clock = word[..<end]
        if end < word.endIndex { offset = zone(word[end...]) ?? offset }
        continue
      }
      // Split `20-Nov-26` into words, but keep the sign of a zone.
      let isZone = word.hasPrefix("+") || word.hasPrefix("-")
      let pieces = isZone || clock != nil ? [word] : word.split(separator: "-")
      for piece in pieces {
        let bare = piece.drop { $0 == "'" || $0 == "’" }.prefix { $0 != "." }
        if bare.allSatisfy(\.isASCIIDigit), let value = number(bare) {
          if day == nil, bare.utf8.count <= 2, (1...31) ~= value {
            day = value
          } else if year == nil {
            year = bare.utf8.count <= 2 ? value + (value < 50 ? 2_000 : 1_900) : value
            if bare.utf8.count == 3 { year = value + 1_900 }
          }
        } else if month == nil || isEarlyMonth && day != nil, clock == nil,
          let value = Self.month(bare)
        {
          (month, isEarlyMonth) = (value, month == nil && day == nil)
        } else if ["am", "pm"].contains(bare.lowercased()) {
          half = bare
        } else if clock != nil, let value = zone(piece) {
          offset = value
        }
      }
    }
    guard let day, let month, let year else { return nil }
    guard
      let date = moment(
        year: year,
        month: month,
        day: day,
        clock: clock ?? "0:0",
        offset: offset ?? 0
      )
    else { return nil }
    let hour = (clock?.split(separator: ":").first).flatMap { number($0) } ?? 0
    switch half?.lowercased() {
    case "pm" where hour < 12: return date.addingTimeInterval(43_200)
    case "am" where hour == 12: return date.addingTimeInterval(-43_200)
    default: return date
    }
  }

  /// The first letters of months in the languages found in feeds.
  private static let months: [[String]] = [
    ["jan", "ene", "gen", "янв", "jän"], ["feb", "fev", "фев"],
    ["mar", "mrz", "mrt", "maa", "мар"],
    ["apr", "abr", "avr", "апр"], ["may", "mai", "mei", "mag", "maj", "май", "мая"],
    ["jun", "juin", "giu", "июн"], ["jul", "juil", "lug", "июл"],
    ["aug", "ago", "aou", "авг"], ["sep", "set", "сен"], ["oct", "okt", "ott", "out", "окт"],
    ["nov", "ноя"], ["dec", "dez", "dic", "des", "дек"],
  ]

  /// The first letters of weekdays that look like months.
  private static let weekdays = ["mardi", "marte", "marti", "maand", "maanantai"]

  private static func month(_ word: Substring) -> Int? {
    let name = String(word).folding(
      options: [.diacriticInsensitive, .caseInsensitive],
      locale: nil
    )
    guard name.count >= 3, !weekdays.contains(where: { name.hasPrefix($0) }) else { return nil }
    // Finnish November begins like March in other languages.
    if name.hasPrefix("marras") { return 11 }
    return months.firstIndex { $0.contains { name.hasPrefix($0) } }.map { $0 + 1 }
  }

  /// Offsets of named zones in hours. Unknown names count as Greenwich.
  private static let zones: [String: Int] = [
    "z": 0, "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "bst": 1, "cet": 1, "west": 1, "mez": 1,
    "cest": 2, "eet": 2, "mesz": 2, "eest": 3, "msk": 3, "jst": 9, "kst": 9, "aest": 10,
    "aedt": 11, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8,
    "pdt": -7,
  ]

  /// Returns the offset in seconds: `+0100`, `+01:00`, `+1`, `GMT+0100`, `EST`.
  private static func zone(_ text: Substring) -> Int? {
    let word = text.prefix { $0.isLetter }.lowercased()
    let rest = text.dropFirst(word.count)
    let named = word.isEmpty ? 0 : zones[word]
    guard let sign = rest.first, sign == "+" || sign == "-" else {
      return word.isEmpty ? nil : named.map { $0 * 3_600 }
    }
    let digits = rest.dropFirst().filter { $0 != ":" }.prefix { $0.isASCIIDigit }
    guard let value = number(digits) else { return nil }
    let (hours, minutes) = digits.count <= 2 ? (value, 0) : (value / 100, value % 100)
    guard hours <= 14, minutes < 60 else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    guard (1...4) ~= text.utf8.count, text.allSatisfy(\.isASCIIDigit) else { return nil }
    return Int(text)
  }

  private static func moment(
    year: Int,
    month: Int,
    day: Int,
    clock: Substring,
    offset: Int
  ) -> Date? {
    let whole = clock.prefix { $0 != "." }
    let times = whole.split(separator: ":").map { number($0) }
    guard (1...12) ~= month, (1...31) ~= day, (2...3) ~= times.count, let hour = times[0],
      let minute = times[1], let second = times.count == 3 ? times[2] : 0,
      hour <= 24, minute <= 59, second <= 60
    else { return nil }
    let days = days(year: year, month: month, day: day)
    return Date(
      timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second - offset)
    )
  }

  /// Returns the number of days since 1970, which may be negative. Years start in March, so that a
  /// leap day comes last.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
