import Foundation

/// Mopidy, controlled by JSON-RPC over HTTP.
final class MopidyPeer: Peer {
  let name = "Mopidy"
  private let tool: Tool
  private let port: UInt16

  init?(in folder: String, _ output: PeerOutput) throws {
    guard let path = Tool.path(of: "mopidy") else { return nil }
    let sink =
      switch output {
      case .null: "fakesink sync=true"
      case .pipe(let path):
        "audioresample ! audioconvert ! audio/x-raw,format=S16LE,rate=44100,channels=2 ! "
          + "filesink location=\(path) sync=true buffer-mode=unbuffered"
      case .pulse(let socket, let sink): "pulsesink server=unix:\(socket) device=\(sink)"
      }
    port = UInt16.random(in: 40_000..<60_000)
    let settings = [
      "core/cache_dir=\(folder)/mopidy", "core/config_dir=\(folder)/mopidy",
      "core/data_dir=\(folder)/mopidy", "http/enabled=true", "http/port=\(port)",
      "http/zeroconf=", "file/enabled=true", "file/media_dirs=\(folder)", "stream/enabled=true",
      "softwaremixer/enabled=true", "audio/output=\(sink)",
    ]
    tool = try Tool(path, settings.flatMap { ["-o", $0] })
    for _ in 0..<150 where call("core.get_version") == nil { usleep(100_000) }
    guard call("core.get_version") != nil else { return nil }
  }

  var figures: ProcessFigures { tool.figures }

  func fill(_ items: [String]) {
    call("core.tracklist.clear")
    let uris = items.map { "\"\($0.hasPrefix("/") ? "file://" + $0 : $0)\"" }
    call("core.tracklist.add", "{\"uris\":[\(uris.joined(separator: ","))]}")
  }

  func play() { call("core.playback.play") }
  func next() { call("core.playback.next") }
  func pause() { call("core.playback.pause") }
  func resume() { call("core.playback.resume") }
  func setQuiet(_ isQuiet: Bool) {
    call("core.mixer.set_volume", "[\(isQuiet ? 20 : 100)]")
  }
  func stop() { call("core.playback.stop") }

  @discardableResult
  private func call(_ method: String, _ parameters: String = "{}") -> String? {
    let body = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    let head = """
      POST /mopidy/rpc HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Connection: close\r
      Content-Length: \(body.utf8.count)\r
      \r\n
      """
    return Loopback.exchange(head + body, port: port)
  }
}
