import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// One resource may lie on several servers. Each may name the same version otherwise. The reader learns a
// name when known bytes come again by that name, and are the same.
extension HTTPReader {
  /// What else a version is called, beside the name that was heard first. Pure.
  struct OtherNames: Sendable {
    private(set) var names: Set<String> = []
    /// How often in a row the beginning was compared, and was the same, with no other byte in between.
    var comparisons = 0
    /// Whether each answer has a name of its own. Bytes have shown that they belong to the same.
    var areMeaningless = false
    /// What the answer called it that gave rise to that.
    var wanted: String?

    /// How many names are remembered. A server may have a new one for each answer.
    private static let most = 16
    /// So many comparisons are enough. Names that are still others then say nothing.
    static let mostComparisons = 4

    /// Whether the next answer may have one. A server would not send the part by the first name then.
    var areLikely: Bool { !names.isEmpty || comparisons > 0 || areMeaningless }

    mutating func add(_ name: String) {
      if names.count < Self.most { names.insert(name) }
    }
  }

  /// Whether the version being read has this name; `nil`: no name.
  func isKnown(_ name: String?) -> Bool {
    name == validator || name.map(otherNames.names.contains) == true
  }

  mutating func learn(_ name: String?) {
    if let name, name != validator { otherNames.add(name) }
  }

  /// Whether an answer may belong to another version than the one being read. Where the request named the
  /// version, the answer need not.
  func isOfUnknownVersion(_ head: HTTPHead, _ request: Request) -> Bool {
    guard service == .parts, validator != nil else { return false }
    return head.validator == nil ? request.validator == nil : !isKnown(head.validator)
  }

  /// Whether an answer is taken though its name is another one: all else is the same, time after time.
  func mayTrust(_ head: HTTPHead) -> Bool {
    if otherNames.areMeaningless { return head.lastModified == nil }
    return otherNames.comparisons >= OtherNames.mostComparisons && lastModified != nil
      && head.lastModified == lastModified
  }

  /// A server without a time of the last change, whose bytes are the same by another name, may have a new
  /// name for each answer. Its names say nothing from now on; the length still does.
  mutating func learnThatNamesAreMeaningless() {
    if lastModified == nil { otherNames.areMeaningless = true }
  }

  /// Asks for bytes once more that are here, to see whether an answer belongs to the same: for those
  /// right before the place, along with what follows; where they are not here, for the beginning.
  mutating func compare(_ head: HTTPHead) -> [Action] {
    guard head.lastModified == nil || head.lastModified == lastModified else {
      return fail(HTTPFailure.changed)
    }
    let overlap = min(limits.overlap, window.end)
    guard overlap > 0, window.contains(window.end - overlap) else {
      otherNames.wanted = head.validator
      return compareBeginning()
    }
    let room = total.map { $0 - window.end } ?? .max
    let length = overlap + min(max(lastLength, limits.firstWindow), room)
    return cancelFlight()
      + start(.part(length), at: window.end - overlap, isOfVersion: false)
  }

  // MARK: The beginning

  private mutating func compareBeginning() -> [Action] {
    guard otherNames.comparisons < OtherNames.mostComparisons, let known = kept?.window(from: 0)
    else { return fail(HTTPFailure.changed) }
    let length = min(limits.overlap, known.count)
    let actions = cancelFlight() + start(.part(length), at: 0, isOfVersion: false)
    flight?.beginning = known
    return actions
  }

  mutating func receivedBeginning(_ head: HTTPHead, _ request: Request) -> [Action] {
    if head.status == 200, head.isNoMedia, keeping != .refused {
      return fail(HTTPFailure.pageInstead)
    }
    let isSameLength = head.total == nil || head.total == total
    guard head.status == 206, head.rangeStart == request.offset, !head.isCompressed, isSameLength,
      head.lastModified == lastModified
    else { return fail(HTTPFailure.changed) }
    flight?.otherValidator = head.validator
    flight?.end = request.length.map { request.offset + $0 }
    return []
  }

  mutating func compare(_ data: Data, with known: ByteWindow) -> [Action] {
    guard let flight else { return [] }
    let room = flight.end.map { $0 - flight.position } ?? 0
    let piece = data.prefix(Int(clamping: max(room, 0)))
    guard holds(piece, at: flight.position, in: known) else { return fail(HTTPFailure.changed) }
    self.flight?.position += Int64(piece.count)
    if piece.count < data.count { return cancelFlight() + compared(flight) }
    return [.take(serial: flight.request.serial, count: data.count)]
  }

  /// The beginning is the same. Where several servers take turns, it may have come from another server
  /// than the answer.
  mutating func compared(_ flight: Flight) -> [Action] {
    otherNames.comparisons += 1
    learn(flight.otherValidator)
    learnThatNamesAreMeaningless()
    if otherNames.areMeaningless { return fetch() }
    let isEnough = otherNames.comparisons >= OtherNames.mostComparisons
    return isEnough || isKnown(otherNames.wanted) ? fetch() : compareBeginning()
  }
}
