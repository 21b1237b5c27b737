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
  ///
  /// - Throws: `ServiceSimulatorError` if no port is available; `URLError`.
  static func start(
    serving files: [URL],
    subsonic: DemoSubsonic? = nil
  ) async throws -> DemoServer {
    let table = Dictionary(files.map { ("/" + $0.lastPathComponent, $0) }) { first, _ in first }
    let listener = try await Listener.start { answer(to: $0, from: table, subsonic) }
    guard let baseURL = URL(string: "http://127.0.0.1:\(listener.port)/") else {
      throw URLError(.badURL)
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

  private static func answer(
    to request: SimulatedRequest,
    from files: [String: URL],
    _ subsonic: DemoSubsonic?
  ) -> SimulatedResponse {
    guard request.isReading else { return .text(405, "Only GET and HEAD.") }
    var file = files[request.path.removingPercentEncoding ?? request.path]
    switch subsonic?.answer(to: request) {
    case .text(let text)?: return SimulatedResponse("application/json", Data(text.utf8))
    case .file(let song)?: file = song
    case nil: break
    }
    guard let file, let data = try? Data(contentsOf: file, options: .mappedIfSafe) else {
      return .text(404, "There is no such file.")
    }
    return .file(data, type: contentType(of: file), to: request)
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
