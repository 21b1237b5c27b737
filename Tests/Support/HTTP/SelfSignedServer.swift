import Foundation

/// An HTTPS server on 127.0.0.1 with a self-signed certificate: `openssl s_server`.
package final class SelfSignedServer {
  package static let openssl = [
    "/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  package struct NotStarted: Error {
    package let output: String
  }

  package let port: UInt16
  private let folder = ScratchFolder()
  private let server: Process

  package init() throws {
    let (key, certificate) = (folder.path("key.pem"), folder.path("certificate.pem"))
    let maker = try Self.run([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
      "-keyout", key, "-out", certificate,
    ])
    // `waitUntilExit` may block forever off the main thread. The pipe ends with the process.
    _ = try maker.output.readToEnd()
    // The process prints its address: `ACCEPT 127.0.0.1:PORT`.
    let (server, output) = try Self.run([
      "s_server", "-accept", "127.0.0.1:0", "-WWW", "-key", key, "-cert", certificate,
    ])
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let data = output.availableData
      guard !data.isEmpty else { throw NotStarted(output: text) }
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
    guard let port = line?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw NotStarted(output: text)
    }
    self.port = port
    self.server = server
  }

  deinit {
    // The process inherits a signal mask that blocks SIGTERM.
    kill(server.processIdentifier, SIGKILL)
    folder.remove()
  }

  private static func run(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    guard let openssl else { throw NotStarted(output: "no openssl") }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }
}
