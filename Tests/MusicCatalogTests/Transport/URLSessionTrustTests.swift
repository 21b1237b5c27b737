import Foundation
import HTTPTypes
import MusicCatalog
import Testing

@Suite("URLSession's transport and certificates", .timeLimit(.minutes(1)))
struct URLSessionTrustTests {
  @Test(
    "A certificate that nobody signed is untrusted, and nothing is sent",
    .enabled(if: SelfSignedServer.openssl != nil, "needs openssl, to make a certificate")
  )
  func selfSigned() async throws {
    let server = try await SelfSignedServer()
    let request = HTTPRequest(
      method: .get,
      scheme: "https",
      authority: "127.0.0.1:\(server.port)",
      path: "/"
    )
    let error = await catalogError { try await URLSessionTransport().send(HTTPCall(request)) }
    #expect(error?.code == .untrusted)
    #expect(error?.isRetryable == false)
  }
}

/// An https server on 127.0.0.1 whose certificate nobody has signed: `openssl s_server`.
private final class SelfSignedServer {
  static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  let port: UInt16
  private let folder: URL
  private let server: Process

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let key = folder.appending(path: "key.pem").path
    let certificate = folder.appending(path: "certificate.pem").path
    let maker = try Self.run([
      "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
      "-keyout", key, "-out", certificate,
    ])
    // The pipe ends with the process.
    _ = try maker.output.readToEnd()
    let (server, output) = try Self.run([
      "s_server", "-accept", "127.0.0.1:0", "-WWW", "-key", key, "-cert", certificate,
    ])
    self.server = server
    // It says where it listens: `ACCEPT 127.0.0.1:PORT`.
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let data = output.availableData
      guard !data.isEmpty else { throw NeverHappened(what: "openssl listens: \(text)") }
      text += String(decoding: data, as: UTF8.self)
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT") }
    guard let port = line?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw NeverHappened(what: "openssl names its port: \(text)")
    }
    self.port = port
  }

  deinit {
    // It inherits a mask that blocks SIGTERM.
    kill(server.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  private static func run(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
    guard let openssl else { throw NeverHappened(what: "openssl") }
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
