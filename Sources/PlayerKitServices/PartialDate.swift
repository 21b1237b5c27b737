/// A date of a release with day, with month, or with year only.
public struct PartialDate: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int?
  /// The day of the month, from 1.
  public var day: Int?

  /// Reads `2021`, `2021-03` or `2021-03-05`, optionally followed by a time. `nil` for anything
  /// else, including the year 0, which services send for an unknown date.
  public init?(_ text: String) {
    let date = text.split(separator: "T", maxSplits: 1).first ?? ""
    let parts = date.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.map { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard (1...3).contains(parts.count), parts[0].count == 4, let year = numbers[0], year > 0 else {
      return nil
    }
    self.year = year
    if numbers.count > 1 {
      guard let month = numbers[1], (1...12).contains(month) else { return nil }
      self.month = month
    }
    if numbers.count > 2 {
      guard let day = numbers[2], (1...31).contains(day) else { return nil }
      self.day = day
    }
  }
}

extension PartialDate: LosslessStringConvertible {
  /// `2021`, `2021-03` or `2021-03-05`.
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let parts = [padded(year, 4)] + [month, day].compactMap(\.self).map { padded($0, 2) }
    return parts.joined(separator: "-")
  }
}
