/// An IP address: 4 or 16 bytes.
package struct IPAddress: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = Self.unwrapped(bytes)
  }

  /// Parses `127.0.0.1`, `::1`, `[::1]` or `fe80::1%eth0`.
  package init?(_ text: String) {
    var text = text[...]
    if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
    if let zone = text.firstIndex(of: "%") { text = text[..<zone] }
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET6, String(text), &bytes) == 1 {
      self.init(bytes: bytes)
    } else if inet_pton(AF_INET, String(text), &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else {
      return nil
    }
  }

  /// Reads a socket address, which must be as long as its family requires.
  package init?(_ address: UnsafeRawPointer) {
    switch Int32(address.load(as: sockaddr.self).sa_family) {
    case AF_INET:
      let value = address.loadUnaligned(as: sockaddr_in.self).sin_addr
      self.init(bytes: withUnsafeBytes(of: value) { Array($0) })
    case AF_INET6:
      let value = address.loadUnaligned(as: sockaddr_in6.self).sin6_addr
      self.init(bytes: withUnsafeBytes(of: value) { Array($0) })
    default:
      return nil
    }
  }

  /// Whether this may be the address of a public server: not of the machine itself, a network
  /// around it, or any other special purpose.
  package var isPublic: Bool {
    if bytes.count == 4 { return !Self.special4.contains { $0.holds(bytes) } }
    // IPv6 has a single allocated block, with some reserved ranges in it.
    return Self.global6.holds(bytes) && !Self.special6.contains { $0.holds(bytes) }
  }

  /// Whether this is a loopback address.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// Returns whether a host name may have a public address. Only the name is examined.
  package static func mayBePublic(host: String) -> Bool {
    if let address = IPAddress(host) { return address.isPublic }
    // For example `127.1`, `0x7f000001`, `2130706433`.
    var old = in_addr()
    if inet_aton(host, &old) != 0 {
      return IPAddress(bytes: withUnsafeBytes(of: old) { Array($0) }).isPublic
    }
    let labels = host.lowercased().split(separator: ".")
    guard labels.count > 1, let last = labels.last else { return false }
    return !["localhost", "local", "internal"].contains(last) && !last.allSatisfy(\.isNumber)
  }

  /// Addresses that begin with the same bits.
  package struct Block {
    let bytes: [UInt8]
    let bits: Int

    package init(_ bytes: [UInt8], _ bits: Int) {
      self.bytes = bytes
      self.bits = bits
    }

    package func holds(_ address: [UInt8]) -> Bool {
      (0..<bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        let own = bit / 8 < bytes.count ? bytes[bit / 8] : 0
        return own & mask == address[bit / 8] & mask
      }
    }
  }

  // IANA's registries of special-purpose and allocated addresses.
  private static let special4 = [
    Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
    Block([172, 16], 12), Block([192, 0, 0], 24), Block([192, 0, 2], 24), Block([192, 168], 16),
    Block([198, 18], 15), Block([198, 51, 100], 24), Block([203, 0, 113], 24), Block([224], 4),
    Block([240], 4),
  ]
  private static let global6 = Block([0x20], 3)
  private static let special6 = [
    // Protocol assignments (including Teredo), documentation, 6to4.
    Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0d, 0xb8], 32), Block([0x20, 0x02], 16),
    Block([0x3f, 0xff], 20),
  ]

  /// Returns the IPv4 address within a mapped or NAT64-translated IPv6 address.
  private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count == 16 else { return bytes }
    let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
    let translated: [UInt8] = [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)
    let prefix = Array(bytes.prefix(12))
    return prefix == mapped || prefix == translated ? Array(bytes.suffix(4)) : bytes
  }
}
