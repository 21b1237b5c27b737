import Crypto
import Foundation

/// The hosts of previews and artwork, as one.
struct MediaHost: SimulatedService {
  let shelf: PreviewStore

  func answer(_ request: SimulatedRequest) -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET, HEAD") }
    let parts = request.path.split(separator: "/")
    guard let folder = parts.first, let file = parts.last else { return failure(status: 404) }
    switch folder {
    case "previews" where parts.count == 2:
      guard let found = shelf.piece(file: file) else { return failure(status: 404) }
      let types = ["audio/x-m4p", "audio/x-m4a", "audio/mp4"]
      let type = file.hasSuffix("v") ? "video/x-m4v" : types[found.number % types.count]
      return serve(found.piece.data, type: type, to: request)
    case "mp3-preview" where parts.count == 2:
      guard let piece = shelf.spotifyPiece(file: file) else { return failure(status: 404) }
      return serve(piece.data, type: "audio/mpeg", to: request)
    case "deezer":
      guard let piece = shelf.deezerPiece(file: file) else { return failure(status: 404) }
      let token = Query(pairs: request.query)["hdnea"]
      guard shelf.signer.accepts(token, path: request.path, at: request.now) else {
        return failure(status: 403)
      }
      return serve(piece.data, type: "audio/mpeg", to: request)
    case "artwork" where parts.count > 1:
      guard let picture = PlainPicture(file: file, of: request.path) else {
        return failure(status: 404)
      }
      return serve(picture.png, type: "image/png", to: request)
    default:
      return failure(status: 404)
    }
  }

  func failure(status: Int) -> SimulatedResponse {
    SimulatedResponse(status: status)
  }

  private func serve(_ data: Data, type: String, to request: SimulatedRequest) -> SimulatedResponse
  {
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
    // Whoever has another version of the file gets all of this one.
    let isSame = request.headers["if-range"].map { $0 == tag } ?? true
    // A range means nothing to a HEAD.
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
