import PlayerKitSystem

/// Relays lines between a snapserver, which runs the calling process as a control script, and the
/// socket of a ``SnapcastPlugin``.
public enum SnapcastPluginRelay {
  /// Relays lines from standard input to the socket, and from the socket to standard output, until
  /// the server closes standard input. Blocks the calling thread. If the app is not running, tries
  /// to connect each second; meanwhile the server's requests are refused.
  ///
  /// - Parameter path: The path of the app's socket.
  public static func run(socket path: String) {
    let loop = EventLoop()
    let relay = Relay(StreamAddress(path: path), loop)
    loop.run { loop.add(relay) }
    _ = loop.runOnThisThread()
  }
}

/// Standard input, and the connection to the app.
///
/// `@unchecked Sendable`: only the loop's thread uses it.
private final class Relay: LoopSource, @unchecked Sendable {
  private static let limits = LineSocket.Limits(line: 1 << 24)

  private let address: StreamAddress?
  private let loop: EventLoop
  private let clock = SuspendingClock()
  private var app: LineSocket?
  private var retryAt: SuspendingClock.Instant
  private var lines = LineBuffer(limit: 65_536)
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  init(_ address: StreamAddress?, _ loop: EventLoop) {
    self.address = address
    self.loop = loop
    retryAt = clock.now
  }

  var wait: EventLoop.Wait {
    .init(Descriptor.standardInput, for: .readable, until: app == nil ? retryAt : nil)
  }

  func handle(_ events: EventLoop.Events) {
    if app == nil, clock.now >= retryAt { connect() }
    guard !events.isEmpty else { return }
    switch Descriptor.read(Descriptor.standardInput, into: &buffer) {
    case .bytes(let count):
      guard let lines = lines.lines(adding: buffer[..<count]) else { return loop.stop() }
      for line in lines { pass(line) }
    case .notNow: break
    case .ended, .failed: loop.stop()
    }
  }

  func end() { app = nil }

  private func connect() {
    retryAt = clock.now.advanced(by: .seconds(1))
    guard let address else { return }
    let socket = LineSocket(on: loop, limits: Self.limits)
    app = socket
    let handlers = LineSocket.Handlers(
      onLine: { [weak self] line in self?.write(line + [UInt8(ascii: "\n")]) },
      onClose: { [weak self] _ in self?.app = nil }
    )
    socket.connect(to: [address], handlers)
  }

  /// Passes a line of the server to the app.
  private func pass(_ line: [UInt8]) {
    if app?.send(line + [UInt8(ascii: "\n")]) == true { return }
    let id: Int? =
      switch PluginRequest(line) {
      case .properties(let id), .command(_, let id), .invalid(let id): id
      case .nothing: nil
      }
    if let id { write(PluginReply.failure(id, -32_000, "The player is not running")) }
  }

  /// Writes to standard output, or stops if the server does not read it.
  private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let result = rest.withUnsafeBytes { Descriptor.write(Descriptor.standardOutput, $0) }
      guard case .bytes(let count) = result, count > 0 else { return loop.stop() }
      rest = rest.dropFirst(count)
    }
  }
}
