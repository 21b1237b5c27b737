#if Server
  import PlayerKitSystem

  /// The addresses of this machine, for a server that listens on all of them.
  enum MachineAddresses {
    /// Returns the addresses of the active interfaces, in their order, with loopback last. Omits
    /// link-local IPv6 addresses, which need the interface's name.
    ///
    /// - Parameter isVersion6: Whether to include IPv6 addresses.
    static func all(isVersion6: Bool) -> [String] {
      var first: UnsafeMutablePointer<ifaddrs>?
      guard getifaddrs(&first) == 0 else { return [] }
      defer { freeifaddrs(first) }
      var (outside, own): ([String], [String]) = ([], [])
      var next = first
      while let interface = next?.pointee {
        next = interface.ifa_next
        let flags = Int(interface.ifa_flags)
        guard flags & Int(IFF_UP) != 0, let text = text(interface.ifa_addr, isVersion6) else {
          continue
        }
        if flags & Int(IFF_LOOPBACK) == 0 { outside.append(text) } else { own.append(text) }
      }
      return outside + own
    }

    private static func text(
      _ address: UnsafeMutablePointer<sockaddr>?,
      _ isVersion6: Bool
    ) -> String? {
      guard let address else { return nil }
      let family = Int32(address.pointee.sa_family)
      guard family == AF_INET || (family == AF_INET6 && isVersion6) else { return nil }
      let size =
        family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
      var buffer = [CChar](repeating: 0, count: 64)
      let code = getnameinfo(
        address,
        socklen_t(size),
        &buffer,
        socklen_t(buffer.count),
        nil,
        0,
        NI_NUMERICHOST
      )
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard code == 0, !text.contains("%") else { return nil }
      return family == AF_INET6 ? "[\(text)]" : text
    }
  }
#endif
