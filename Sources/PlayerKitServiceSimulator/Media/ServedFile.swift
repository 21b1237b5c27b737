import Crypto
import Foundation

extension SimulatedResponse {
  /// A file of a type, or the part of it that the request names.
  package static func file(
    _ data: Data,
    type: String,
    to request: SimulatedRequest
  ) -> SimulatedResponse {
    let tag = "\"" + SHA256.hash(data: data).prefix(8).map { String($0, radix: 16) }.joined() + "\""
    var answer = SimulatedResponse(
      status: 200,
      headers: [("Accept-Ranges", "bytes"), ("ETag", tag)]
    )
    if request.headers["if-none-match"] == tag {
      answer.status = 304
      return answer
    }
    answer.headers.append(("Content-Type", type))
    // A client with another version of the file gets the whole file.
    let isSame = request.headers["if-range"].map { $0 == tag } ?? true
    // A HEAD request ignores the range.
    let header = isSame && request.method == "GET" ? request.headers["range"] : nil
    switch RequestedRange(header: header, size: data.count) {
    case .whole:
      answer.body = data
    case .part(let range):
      answer.status = 206
      let extent = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)"
      answer.headers.append(("Content-Range", extent))
      let start = data.startIndex
      answer.body = data.subdata(in: (start + range.lowerBound)..<(start + range.upperBound))
    case .unsatisfiable:
      answer.status = 416
      answer.headers.append(("Content-Range", "bytes */\(data.count)"))
    }
    if request.method == "HEAD" {
      answer.headers.append(("Content-Length", String(answer.body.count)))
      answer.body = Data()
    }
    return answer
  }
}

/// The part of a body that a `Range` header requests.
enum RequestedRange: Equatable {
  /// The whole body: there is no header, or it must be ignored.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  /// Reads `bytes=0-99`, `bytes=100-`, and `bytes=-50`. Several ranges at once return the whole
  /// body, as HTTP allows.
  init(header: String?, size: Int) {
    self = header.flatMap { Self.read($0, size: size) } ?? .whole
  }

  private static func read(_ header: String, size: Int) -> RequestedRange? {
    let unit = "bytes="
    guard header.lowercased().hasPrefix(unit) else { return nil }
    let ends = header.dropFirst(unit.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (number(ends[0]), number(ends[1]))
    if ends[0].isEmpty {
      guard let last else { return nil }
      return last > 0 && size > 0 ? .part(max(size - last, 0)..<size) : .unsatisfiable
    }
    guard let first else { return nil }
    if ends[1].isEmpty { return first < size ? .part(first..<size) : .unsatisfiable }
    guard let last, last >= first else { return nil }
    return first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
  }

  /// A number too large for an `Int` is beyond the end of any body.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text) ?? Int.max
  }
}
