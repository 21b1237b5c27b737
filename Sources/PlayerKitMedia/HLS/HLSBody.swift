import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes what was asked for out of what a server sends: a body, or a stretch of it. Pure.
///
/// Servers that serve no stretches send all. What comes before is passed over, what comes behind is not
/// waited for.
struct HLSBody: Sendable {
  enum Outcome: Sendable, Equatable {
    case whole([UInt8])
    case refused(HLSReader.Refusal)
  }

  /// As much may come before a stretch.
  private static let mostSkipped: Int64 = 64 << 20

  private let range: HLSMediaPlaylist.Range?
  private let limit: Int
  /// How many bytes are still to be passed over.
  private var skipped: Int64 = 0
  private var announced: Int64?
  private var bytes: [UInt8] = []

  init(range: HLSMediaPlaylist.Range?, limit: Int) {
    self.range = range
    self.limit = limit
  }

  mutating func begin(_ head: HTTPHead) -> Outcome? {
    if let error = HTTPFailure.error(status: head.status) {
      return .refused(.status(error, head.status))
    }
    announced = head.contentLength
    guard let range else { return nil }
    guard range.length <= Int64(limit) else { return .refused(.final(HLSErrors.tooLarge)) }
    if head.status == 206 {
      // Another stretch than the one that was asked for.
      let isOther = head.rangeStart.map { $0 != range.offset } ?? false
      return isOther ? .refused(.final(HLSErrors.otherRange)) : nil
    }
    skipped = range.offset
    return skipped > Self.mostSkipped ? .refused(.final(HLSErrors.otherRange)) : nil
  }

  mutating func take(_ data: Data) -> Outcome? {
    let passed = min(skipped, Int64(data.count))
    skipped -= passed
    let rest = data.dropFirst(Int(passed))
    guard let range else {
      guard bytes.count + rest.count <= limit else {
        return .refused(.final(HLSErrors.tooLarge))
      }
      bytes += rest
      return nil
    }
    bytes += rest.prefix(Int(range.length) - bytes.count)
    return Int64(bytes.count) == range.length ? .whole(bytes) : nil
  }

  /// The server has sent all of it.
  func end() -> Outcome {
    let isCut = range != nil || announced.map { $0 > Int64(bytes.count) } ?? false
    if isCut { return .refused(.lost(HTTPFailure.cut)) }
    return bytes.isEmpty ? .refused(.lost(HTTPFailure.empty)) : .whole(bytes)
  }
}
