import PlayerKit
import PlayerKitSystem

// A resource may be on several servers with different validators for the same version. The reader
// learns a validator when known bytes arrive with it and match.
extension HTTPReader {
  /// The other validators of a version, besides the first one. Pure.
  struct OtherNames: Sendable {
    private(set) var names: Set<String> = []
    /// How often in a row the start was compared and matched, without other bytes in between.
    var comparisons = 0
    /// Whether each response has its own validator. The bytes have proved that they are of the same
    /// version.
    var areMeaningless = false
    /// The validator of the response that caused this comparison.
    var wanted: String?

    /// The maximum number of stored validators. A server may have a new one for each response.
    private static let most = 16
    /// After this many comparisons, further new validators mean nothing.
    static let maximumComparisons = 4

    /// Whether the next response may have another validator. A server would then not send the part
    /// for the first one.
    var areLikely: Bool { !names.isEmpty || comparisons > 0 || areMeaningless }

    mutating func add(_ name: String) {
      if names.count < Self.most { names.insert(name) }
    }
  }

  /// Returns whether the current version has this validator; `nil` for none.
  func isKnown(_ name: String?) -> Bool {
    name == validator || name.map(otherNames.names.contains) == true
  }

  mutating func learn(_ name: String?) {
    if let name, name != validator { otherNames.add(name) }
  }

  /// Returns whether a response may belong to another version. If the request stated the version,
  /// the response need not.
  func isOfUnknownVersion(_ head: MediaResponseHead, _ request: Request) -> Bool {
    guard service == .parts, validator != nil else { return false }
    return head.validator == nil ? request.validator == nil : !isKnown(head.validator)
  }

  /// Returns whether a response with another validator is accepted, because everything else has
  /// matched repeatedly.
  func mayTrust(_ head: MediaResponseHead) -> Bool {
    if otherNames.areMeaningless { return head.lastModified == nil }
    return otherNames.comparisons >= OtherNames.maximumComparisons && lastModified != nil
      && head.lastModified == lastModified
  }

  /// Notes that validators mean nothing. A server without a modification time, whose bytes match
  /// under another validator, may have a new one for each response. The length still counts.
  mutating func learnThatNamesAreMeaningless() {
    if lastModified == nil { otherNames.areMeaningless = true }
  }

  /// Requests known bytes again to see whether a response is of the same version: those right
  /// before the offset, together with the next bytes, or else the first bytes.
  mutating func compare(_ head: MediaResponseHead) -> [Action] {
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
    guard otherNames.comparisons < OtherNames.maximumComparisons, let known = kept?.window(from: 0)
    else { return fail(HTTPFailure.changed) }
    let length = min(limits.overlap, known.count)
    let actions = cancelFlight() + start(.part(length), at: 0, isOfVersion: false)
    flight?.beginning = known
    return actions
  }

  mutating func receivedBeginning(_ head: MediaResponseHead, _ request: Request) -> [Action] {
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

  /// Called when the start has matched. If several servers alternate, it may have come from another
  /// one than the response.
  mutating func compared(_ flight: Flight) -> [Action] {
    otherNames.comparisons += 1
    learn(flight.otherValidator)
    learnThatNamesAreMeaningless()
    if otherNames.areMeaningless { return fetch() }
    let isEnough = otherNames.comparisons >= OtherNames.maximumComparisons
    return isEnough || isKnown(otherNames.wanted) ? fetch() : compareBeginning()
  }
}
