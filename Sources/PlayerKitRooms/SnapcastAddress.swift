/// The control address of a snapserver: a host and its port for JSON-RPC over TCP.
public struct SnapcastAddress: Sendable, Hashable, CustomStringConvertible {
  /// The default port of a snapserver.
  public static let usualPort: UInt16 = 1_705

  /// A host name, or an IP address without brackets.
  public var host: String
  /// The port for JSON-RPC over TCP.
  public var port: UInt16

  /// Makes an address.
  public init(host: String, port: UInt16 = usualPort) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`. `nil` for anything else.
  public init?(_ text: String) {
    let host: Substring
    let rest: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = text[text.index(after: text.startIndex)..<end]
      rest = text[text.index(after: end)...]
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      (host, rest) = (text[..<end], text[end...])
    }
    // Host names don't contain these. A control character could reach a terminal through an error.
    let isPlain = host.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F && $0 != "/" }
    guard !host.isEmpty, host.utf8.count <= 253, isPlain else { return nil }
    if rest.isEmpty {
      self.init(host: String(host))
    } else {
      guard rest.hasPrefix(":"), let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
      self.init(host: String(host), port: port)
    }
  }

  /// `HOST:PORT`, with brackets if the host contains a colon.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
