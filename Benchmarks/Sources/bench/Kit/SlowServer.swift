import Foundation

/// An HTTP server on 127.0.0.1 that delays each response, like a distant server. It can limit long
/// responses to 4 Mbit/s after their first part, so that a player does not read a long track to its
/// end at once.
///
/// Each connection has a thread. The server keeps connections open, and serves ranges.
///
/// `@unchecked Sendable`: all access to variables is with `lock` locked.
final class SlowServer: @unchecked Sendable {
  /// A request of a client.
  struct Request {
    /// The requested path.
    let target: String
    /// The first requested byte.
    let first: Int
  }

  private static let burst = 262_144
  private static let bytesPerSecond = 500_000

  private let port: UInt16
  private let listener: Int32
  private let media: [Data]
  private let kind: String
  private let isThrottled: Bool
  private let lock = NSLock()
  private var delay = 0.0
  private var asked: [Request] = []
  private var answered = 0

  /// Serves both tracks as `/0`, `/1` … in turns, for every number.
  convenience init(_ music: Music) throws {
    try self.init(
      try music.paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) },
      kind: music.kind == "mp3" ? "audio/mpeg" : "audio/wav"
    )
  }

  /// Serves media as `/0`, `/1` … in turns, for every number.
  init(_ media: [Data], kind: String, isThrottled: Bool = true) throws {
    self.media = media
    self.kind = kind
    self.isThrottled = isThrottled
    (listener, port) = try Loopback.listen()
    let listener = listener
    Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0, let self else { return }
        Thread { self.serve(connection) }.start()
      }
    }.start()
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The address of a track.
  func url(_ number: Int) -> String { "http://127.0.0.1:\(port)/\(number)" }

  /// Sets the delay of each response, and forgets the requests.
  func reset(delay milliseconds: Int) {
    lock.withLock {
      delay = Double(milliseconds) / 1_000
      (asked, answered) = ([], 0)
    }
  }

  /// The requests since the last reset.
  var requests: [Request] { lock.withLock { asked } }

  /// The number of complete answers since the last reset.
  var answers: Int { lock.withLock { answered } }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    while let head = readHead(connection) {
      let lines = head.split(separator: "\r\n")
      let words = (lines.first ?? "").split(separator: " ")
      guard words.count == 3, let number = Int(words[1].dropFirst()) else { return }
      let field = lines.first { $0.lowercased().hasPrefix("range: bytes=") }
      let range = field?.split(separator: "=").last?.split(separator: "-").map { Int($0) }
      let wait = lock.withLock {
        asked.append(Request(target: String(words[1]), first: range?.first.flatMap(\.self) ?? 0))
        return delay
      }
      if wait > 0 { Thread.sleep(forTimeInterval: wait) }
      let isHead = words[0] == "HEAD"
      guard answer(connection, media[number % media.count], range, isHead: isHead) else { return }
      lock.withLock { answered += 1 }
    }
  }

  private func answer(
    _ connection: Int32,
    _ body: Data,
    _ range: [Int?]?,
    isHead: Bool
  ) -> Bool {
    var head = "HTTP/1.1 200 OK\r\n"
    var (first, last) = (0, body.count - 1)
    if let range {
      first = range.first.flatMap(\.self) ?? 0
      last = min(range.count > 1 ? range[1] ?? last : last, last)
      guard first <= last else {
        let head = "HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n"
        return Loopback.send(Data(head.utf8), connection)
      }
      head = "HTTP/1.1 206 Part\r\nContent-Range: bytes \(first)-\(last)/\(body.count)\r\n"
    }
    head += "Content-Length: \(last - first + 1)\r\nContent-Type: \(kind)\r\n"
    head += "Accept-Ranges: bytes\r\nETag: \"1\"\r\n\r\n"
    guard Loopback.send(Data(head.utf8), connection) else { return false }
    if isHead { return true }
    let part = body[first...last]
    return isThrottled ? sendSlowly(part, connection) : Loopback.send(part, connection)
  }

  private func sendSlowly(_ body: Data, _ connection: Int32) -> Bool {
    var rest = body
    var count = Self.burst
    while !rest.isEmpty {
      guard Loopback.send(rest.prefix(count), connection) else { return false }
      rest = rest.dropFirst(count)
      count = Self.bytesPerSecond / 20
      if !rest.isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    }
    return true
  }

  private func readHead(_ connection: Int32) -> String? {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard text.count < 65_536, recv(connection, &byte, 1, 0) == 1 else { return nil }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
