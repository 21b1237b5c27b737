import PlayerKit
import PlayerKitSystem

/// Extracts the requested body, or a range of it, from a server's response. Pure.
///
/// A server without range support sends everything. Bytes before the range are skipped; bytes after
/// it are not awaited.
struct HLSBody: Sendable {
  enum Outcome: Sendable, Equatable {
    case whole([UInt8])
    case refused(HLSReader.Refusal)
  }

  /// The maximum number of bytes skipped before a range.
  private static let maximumSkipped: Int64 = 64 << 20

  private let range: HLSMediaPlaylist.Range?
  private let limit: Int
  /// The number of bytes still to skip.
  private var skipped: Int64 = 0
  private var announced: Int64?
  private var bytes: [UInt8] = []

  init(range: HLSMediaPlaylist.Range?, limit: Int) {
    self.range = range
    self.limit = limit
  }

  mutating func begin(_ head: MediaResponseHead) -> Outcome? {
    if let error = HTTPFailure.error(status: head.status) {
      return .refused(.status(error, head.status))
    }
    announced = head.contentLength
    guard let range else { return nil }
    guard range.length <= Int64(limit) else { return .refused(.final(HLSErrors.tooLarge)) }
    if head.status == 206 {
      // The server sent another range than requested.
      let isOther = head.rangeStart.map { $0 != range.offset } ?? false
      return isOther ? .refused(.final(HLSErrors.otherRange)) : nil
    }
    skipped = range.offset
    return skipped > Self.maximumSkipped ? .refused(.final(HLSErrors.otherRange)) : nil
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

  /// Handles the end of the response.
  func end() -> Outcome {
    let isCut = range != nil || announced.map { $0 > Int64(bytes.count) } ?? false
    if isCut { return .refused(.lost(HTTPFailure.cut)) }
    return bytes.isEmpty ? .refused(.lost(HTTPFailure.empty)) : .whole(bytes)
  }
}
