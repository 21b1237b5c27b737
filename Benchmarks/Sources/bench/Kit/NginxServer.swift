import Foundation

/// An nginx server for a folder, which closes a transfer if the client reads nothing for two seconds.
final class NginxServer {
  private let port: UInt16
  private let tool: Tool

  /// Starts nginx with its files in `scratch`. Returns `nil` if nginx is not installed.
  init?(serving folder: String, scratch: String) throws {
    guard let program = Tool.path(of: "nginx") ?? Self.systemPath else { return nil }
    let (listener, port) = try Loopback.listen()
    close(listener)
    self.port = port
    let path = "\(scratch)/nginx.conf"
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(scratch);" }.joined(separator: " ")
    let configuration = """
      \(getuid() == 0 ? "user root;" : "")
      daemon off; pid \(scratch)/nginx.pid; error_log stderr; events {}
      http {
        access_log off; \(temporary) types { audio/mpeg mp3; audio/wav wav; }
        server {
          listen 127.0.0.1:\(port); root \(folder); send_timeout 2s; keepalive_timeout 2s;
        }
      }
      """
    try Data(configuration.utf8).write(to: URL(fileURLWithPath: path))
    tool = try Tool(program, ["-c", path])
    guard waitUntilItListens() else { throw POSIXError(.ECONNREFUSED) }
  }

  /// Debian installs nginx outside the path of users.
  private static var systemPath: String? {
    let path = "/usr/sbin/nginx"
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }

  /// The address of a file. Each number makes a different address.
  func url(_ name: String, _ number: Int) -> String {
    "http://127.0.0.1:\(port)/\(name)?\(number)"
  }

  private func waitUntilItListens() -> Bool {
    for _ in 0..<200 {
      if Loopback.exchange("HEAD / HTTP/1.0\r\n\r\n", port: port)?.isEmpty == false { return true }
      usleep(20_000)
    }
    return false
  }
}
