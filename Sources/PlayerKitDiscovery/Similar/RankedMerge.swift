import PlayerKitServices

/// Puts the lists of several services together as one. Scores of services have different scales, and some
/// services have none; so only places count: a thing gets 1 / (offset + place) from each list that has it,
/// and the one with most comes first.
struct RankedMerge<Element: Sendable> {
  /// A thing with who said so.
  struct Member: Sendable {
    /// The thing, as the first list has it that named it, filled by the others.
    var element: Element
    /// The lists that named it, in order, by their numbers.
    var lists: [Int]
    /// What it got, in millionths: whole numbers add up alike in any order.
    var score: Int
  }

  /// The things, the best first; of equal ones those that came first.
  private(set) var members: [Member] = []
  private var places: [String: Int] = [:]
  private let keys: (Element) -> [String]
  private let isOther: (Element, Element) -> Bool
  private let filled: (Element, Element) -> Element

  /// - Parameters:
  ///   - lists: the best first in each; the list of the preferred service first.
  ///   - keys: what a thing is known by; two with a key in common are one.
  ///   - isOther: whether two with a key in common are two all the same.
  ///   - filled: the first, with what only the second knows.
  init(
    _ lists: [[Element]],
    keys: @escaping (Element) -> [String],
    isOther: @escaping (Element, Element) -> Bool = { _, _ in false },
    filled: @escaping (Element, Element) -> Element = { first, _ in first }
  ) {
    self.keys = keys
    self.isOther = isOther
    self.filled = filled
    for (list, elements) in lists.enumerated() {
      for (place, element) in elements.enumerated() { add(element, at: place, of: list) }
    }
    // A stable sort: Swift's own does not promise to be one.
    members = members.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .map(\.element)
  }

  private mutating func add(_ element: Element, at place: Int, of list: Int) {
    let known = keys(element)
    let index = known.compactMap { places[$0] }.first { !isOther(members[$0].element, element) }
    guard let index else {
      for key in known where places[key] == nil { places[key] = members.count }
      members.append(Member(element: element, lists: [list], score: PlaceWorth.worth(place)))
      return
    }
    let member = filled(members[index].element, element)
    members[index].element = member
    for key in keys(member) where places[key] == nil { places[key] = index }
    // A service that names a thing twice has one voice.
    guard !members[index].lists.contains(list) else { return }
    members[index].lists.append(list)
    members[index].score += PlaceWorth.worth(place)
  }
}

/// What a place in a service's list is worth.
enum PlaceWorth {
  /// How much the first places stand out: the larger, the less.
  private static let offset = 20

  /// In millionths, for a place from 0.
  static func worth(_ place: Int) -> Int { 1_000_000 / (offset + place) }
}
