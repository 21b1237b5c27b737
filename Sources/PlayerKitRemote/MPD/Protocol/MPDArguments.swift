/// The arguments of a command, with typed access.
struct MPDArguments {
  let all: [String]

  init(_ all: [String]) { self.all = all }

  var count: Int { all.count }

  subscript(place: Int) -> String { all.indices.contains(place) ? all[place] : "" }

  /// Returns an integer.
  func integer(_ place: Int) throws(MPDError) -> Int { try Self.integer(self[place]) }

  /// Returns an integer from 0 to `most`.
  func number(_ place: Int, most: Int = Int(Int32.max)) throws(MPDError) -> Int {
    try Self.number(self[place], most: most)
  }

  /// Returns a Boolean, written as 0 or 1.
  func flag(_ place: Int) throws(MPDError) -> Bool {
    switch self[place] {
    case "0": return false
    case "1": return true
    case let other: throw MPDError(.argument, "Boolean (0/1) expected: \(other)")
    }
  }

  /// Returns a number of seconds.
  func seconds(_ place: Int) throws(MPDError) -> Duration {
    let text = self[place]
    guard let seconds = Double(text), seconds.isFinite, Self.isDecimal(text) else {
      throw MPDError(.argument, "Float expected: \(text)")
    }
    guard seconds >= 0 else { throw MPDError(.argument, "Negative value not allowed: \(text)") }
    return .seconds(min(seconds, 1e9))
  }

  /// Returns a range: `START:END`, `START:`, or a single index.
  func range(_ place: Int) throws(MPDError) -> MPDRange { try MPDRange(self[place]) }

  static func integer(_ text: String) throws(MPDError) -> Int {
    guard let number = Int(text) else {
      throw MPDError(.argument, "Integer expected: \(text)")
    }
    guard Int32(exactly: number) != nil else {
      throw MPDError(.argument, "Number too large: \(text)")
    }
    return number
  }

  static func number(_ text: String, most: Int) throws(MPDError) -> Int {
    guard let number = Int(text) else {
      throw MPDError(.argument, "Integer expected: \(text)")
    }
    // MPD reads negative numbers as very large ones.
    guard (0...most).contains(number) else {
      throw MPDError(.argument, "Number too large: \(text)")
    }
    return number
  }

  /// Returns whether the string is a decimal number: not `nan` or `0x1`.
  static func isDecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }
}

/// A range in a list.
struct MPDRange: Equatable {
  var start: Int
  /// `nil` for the end of the list.
  var end: Int?

  static let all = MPDRange(start: 0, end: nil)

  init(start: Int, end: Int?) {
    self.start = start
    self.end = end
  }

  init(_ text: String) throws(MPDError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let start = Int32(parts[0]) else {
      throw MPDError(.argument, "Integer or range expected: \(text)")
    }
    guard parts.count == 2 else {
      // Old clients send -1 for the whole list.
      if start == -1 {
        self = .all
        return
      }
      guard start >= 0 else { throw MPDError(.argument, "Number is negative: \(text)") }
      self.init(start: Int(start), end: Int(start) + 1)
      return
    }
    guard start >= 0 else { throw MPDError(.argument, "Number is negative: \(text)") }
    guard !parts[1].isEmpty else {
      self.init(start: Int(start), end: nil)
      return
    }
    guard let end = Int32(parts[1]) else {
      throw MPDError(.argument, "Integer or range expected: \(text)")
    }
    guard end >= start else { throw MPDError(.argument, "Malformed range: \(text)") }
    self.init(start: Int(start), end: Int(end))
  }

  /// Returns the part of the range in a list of this length. `nil` if the range begins past the
  /// end.
  func within(_ count: Int) -> Range<Int>? {
    guard start <= count else { return nil }
    return start..<Swift.max(start, min(end ?? count, count))
  }
}

/// A position in the queue, absolute or relative to the current entry.
enum MPDPosition: Equatable {
  case absolute(Int)
  /// This many entries after the current one.
  case after(Int)
  /// This many entries before the current one.
  case before(Int)

  init(_ text: String) throws(MPDError) {
    switch text.first {
    case "+": self = .after(try MPDArguments.number(String(text.dropFirst()), most: .max))
    case "-": self = .before(try MPDArguments.number(String(text.dropFirst()), most: .max))
    default: self = .absolute(try MPDArguments.number(text, most: .max))
    }
  }

  /// - Parameters:
  ///   - current: The index of the current entry.
  ///   - count: The number of entries, which is also the largest valid position.
  func place(current: Int?, count: Int) throws(MPDError) -> Int {
    switch self {
    case .absolute(let place):
      guard place <= count else { throw MPDError(.argument, "Number too large: \(place)") }
      return place
    case .after(let distance):
      guard let current else { throw MPDError(.notPlaying, "No current song") }
      let room = count - current - 1
      guard distance <= room else { throw MPDError(.argument, "Number too large: \(distance)") }
      return current + 1 + distance
    case .before(let distance):
      guard let current else { throw MPDError(.notPlaying, "No current song") }
      guard distance <= current else {
        throw MPDError(.argument, "Number too large: \(distance)")
      }
      return current - distance
    }
  }
}
