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
