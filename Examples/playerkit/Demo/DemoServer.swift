import FlyingFox
import Foundation
import PlayerKitServiceSimulator

/// Serves a few local files over HTTP on 127.0.0.1, on a free port.
///
/// Only the given files are reachable, each by its name at the root. A request is never used as a
/// path. The server supports byte ranges, so that a player can seek.
final class DemoServer: Sendable {
  /// The base address: `http://127.0.0.1:PORT/`.
  let baseURL: URL

  private let listener: Listener

  /// Starts a server, and returns when it accepts connections.
  static func start(
    serving files: [URL],
    subsonic: DemoSubsonic? = nil
  ) async throws(ServiceSimulatorError) -> DemoServer {
    let listener = try await Listener.start(port: 0, handler: FileTable(files, subsonic))
    guard let baseURL = URL(string: "http://127.0.0.1:\(listener.port)/") else {
      throw .cannotListen("no address")
    }
    return DemoServer(baseURL: baseURL, listener: listener)
  }

  private init(baseURL: URL, listener: Listener) {
    self.baseURL = baseURL
    self.listener = listener
  }

  /// The address of one of the files.
  func url(of file: URL) -> URL {
    baseURL.appendingPathComponent(file.lastPathComponent)
  }

  /// Closes the port and the connections. A second call has no effect.
  func stop() async { await listener.stop() }
}

/// Answers requests for a fixed set of files, and for a Subsonic server if there is one.
private struct FileTable: HTTPHandler {
  private let files: [String: URL]
  private let subsonic: DemoSubsonic?

  init(_ files: [URL], _ subsonic: DemoSubsonic?) {
    self.subsonic = subsonic
    self.files = Dictionary(files.map { ("/" + $0.lastPathComponent, $0) }) { first, _ in first }
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .GET || request.method == .HEAD else {
      return HTTPResponse(statusCode: .methodNotAllowed)
    }
    var file = files[request.path]
    switch subsonic?.answer(to: request) {
    case .text(let text)?:
      let headers: HTTPHeaders = [.contentType: "application/json"]
      return HTTPResponse(statusCode: .ok, headers: headers, body: Data(text.utf8))
    case .file(let song)?: file = song
    case nil: break
    }
    guard let file, let size = Self.size(of: file) else {
      return HTTPResponse(statusCode: .notFound)
    }
    let range = RequestedRange(header: request.headers[.range], size: size)
    return try response(to: request.method, with: range, of: file, size: size)
  }

  private func response(
    to method: HTTPMethod,
    with range: RequestedRange,
    of file: URL,
    size: Int
  ) throws -> HTTPResponse {
    var headers: HTTPHeaders = [
      .acceptRanges: "bytes",
      .contentType: Self.contentType(of: file),
    ]
    if method == .HEAD {
      headers[.contentLength] = String(size)
      return HTTPResponse(statusCode: .ok, headers: headers)
    }
    switch range {
    case .whole:
      return HTTPResponse(
        statusCode: .ok,
        headers: headers,
        body: try HTTPBodySequence(file: file)
      )
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
      return HTTPResponse(
        statusCode: .partialContent,
        headers: headers,
        body: try HTTPBodySequence(file: file, range: part)
      )
    case .unsatisfiable:
      headers[.contentRange] = "bytes */\(size)"
      return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: headers)
    }
  }

  private static func size(of file: URL) -> Int? {
    try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize
  }

  private static func contentType(of file: URL) -> String {
    switch file.pathExtension.lowercased() {
    case "flac": "audio/flac"
    case "html": "text/html"
    case "m3u8": "application/vnd.apple.mpegurl"
    case "m4a": "audio/mp4"
    case "mp3": "audio/mpeg"
    case "m4s": "video/iso.segment"
    case "wav": "audio/wav"
    case "xml": "application/rss+xml"
    default: "application/octet-stream"
    }
  }
}
