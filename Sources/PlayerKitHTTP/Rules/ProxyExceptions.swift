import PlayerKitSystem

/// The hosts that the environment excludes from its proxies, by the rules of libcurl. Pure.
///
/// `NO_PROXY` lists names, addresses and networks, separated by commas or spaces. A name includes
/// its subdomains. A single `*` means all hosts.
struct ProxyExceptions {
  private let items: [Substring]

  /// - Parameter list: The value of the variable.
  init(_ list: String) {
    items = list.split(whereSeparator: { ", \t".contains($0) })
  }

  /// Returns whether a host is reached without a proxy.
  func hold(_ host: String) -> Bool {
    if items == ["*"] { return true }
    if let address = IPAddress(host) { return items.contains { Self.holds($0, address) } }
    let host = Self.withoutDot(host.lowercased()[...])
    return items.contains { item in
      var name = Self.withoutDot(item.lowercased()[...])
      if name.first == "." { name = name.dropFirst() }
      return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
    }
  }

  /// Matches `10.0.0.1`, `10.0.0.0/8` or `fd00::/8`.
  private static func holds(_ item: Substring, _ address: IPAddress) -> Bool {
    let parts = item.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let network = IPAddress(String(first)),
      network.bytes.count == address.bytes.count
    else { return false }
    guard parts.count == 2 else { return network == address }
    guard let bits = Int(parts[1]), (1...network.bytes.count * 8).contains(bits) else {
      return false
    }
    return IPAddress.Block(network.bytes, bits).holds(address.bytes)
  }

  private static func withoutDot(_ name: Substring) -> Substring {
    name.last == "." ? name.dropLast() : name
  }
}
