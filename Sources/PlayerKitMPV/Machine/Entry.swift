/// One item of libmpv's playlist, by a number of ours. A load that is opened anew gets a new one.
struct Entry: Hashable, Sendable {
  let number: UInt64
}

extension Entry {
  /// A moment of silence; loads have other numbers.
  static let silence = Entry(number: 0)
}
