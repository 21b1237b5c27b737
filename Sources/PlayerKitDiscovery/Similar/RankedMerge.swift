import PlayerKitServices

/// Merges the lists of several services. Services use different scales for scores, or have none, so
/// only ranks count: an element gets 1 / (offset + rank) from each list that contains it. Elements
/// are sorted by the sum.
struct RankedMerge<Element: Sendable> {
  /// An element with the lists that contain it.
  struct Member: Sendable {
    /// The element of the first list, completed by the others.
    var element: Element
    /// The indices of the lists that contain the element, in order.
    var lists: [Int]
    /// The score in millionths. Integers give the same sum in any order.
    var score: Int
  }

  /// The elements, the best first; equal ones in the order of their arrival.
  private(set) var members: [Member] = []
  private var places: [String: Int] = [:]
  private let keys: (Element) -> [String]
  private let isOther: (Element, Element) -> Bool
  private let filled: (Element, Element) -> Element

  /// - Parameters:
  ///   - lists: The lists, the preferred service's list first. Each has the best element first.
  ///   - keys: Returns the keys of an element. Two elements with a common key are the same.
  ///   - isOther: Returns whether two elements with a common key are different anyway.
  ///   - filled: Returns the first element, completed from the second.
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
    // A stable sort, which Swift's own does not guarantee.
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
    // A service that names an element twice counts once.
    guard !members[index].lists.contains(list) else { return }
    members[index].lists.append(list)
    members[index].score += PlaceWorth.worth(place)
  }
}

/// The value of a rank in a service's list.
enum PlaceWorth {
  /// Reduces the advantage of the first ranks: the larger, the smaller the advantage.
  private static let offset = 20

  /// Returns the value of a zero-based rank, in millionths.
  static func worth(_ place: Int) -> Int { 1_000_000 / (offset + place) }
}
