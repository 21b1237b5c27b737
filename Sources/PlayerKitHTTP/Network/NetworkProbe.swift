import PlayerKitSystem

/// The checks of a machine's network.
struct NetworkProbe: Sendable {
  enum Lookup: Sendable {
    case found
    /// The name does not exist.
    case unknown
    /// No name server answered.
    case noAnswer
  }

  /// Whether any network apart from the machine itself is connected.
  var hasRoute: @Sendable () -> Bool
  /// Whether a proxy connects on behalf of this machine.
  var usesProxy: @Sendable () -> Bool
  var lookUp: @Sendable (String) async -> Lookup
  var connects: @Sendable (NetworkWatch.Server) async -> Bool

  func connects(to server: NetworkWatch.Server) async -> Bool { await connects(server) }
}

extension NetworkProbe {
  /// The timeout for connecting to a server.
  private static let timeout = Duration.seconds(3)

  private static let proxies = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY",
  ]

  static let system = NetworkProbe(
    hasRoute: { isAnyInterfaceConnected() },
    usesProxy: {
      proxies.contains { (name: String) in getenv(name).map { $0.pointee != 0 } ?? false }
    },
    lookUp: { host in await onThread { addresses(of: host, port: 0).lookup } },
    connects: { server in
      await onThread {
        switch addresses(of: server.host, port: server.port) {
        case .success(let list): list.contains { $0.answers(within: timeout) }
        case .failure: false
        }
      }
    }
  )

  /// Runs a slow call on a new thread, where it blocks no task.
  private static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      let isStarted = BackgroundThread.start("network-probe") {
        continuation.resume(returning: body())
      }
      if !isStarted { continuation.resume(returning: body()) }
    }
  }

  private static func isAnyInterfaceConnected() -> Bool {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return true }
    defer { freeifaddrs(first) }
    var next = first
    while let interface = next?.pointee {
      next = interface.ifa_next
      let flags = Int(interface.ifa_flags)
      guard flags & Int(IFF_UP) != 0, flags & Int(IFF_RUNNING) != 0,
        flags & Int(IFF_LOOPBACK) == 0, let address = interface.ifa_addr,
        let ip = IPAddress(UnsafeRawPointer(address)), !ip.isLinkLocal
      else { continue }
      return true
    }
    return false
  }

  private static func addresses(
    of host: String,
    port: Int
  ) -> Result<[StreamAddress], StreamAddress.LookupError> {
    Result { () throws(StreamAddress.LookupError) in
      try StreamAddress.resolve(host, port: UInt16(clamping: port))
    }
  }
}

extension Result<[StreamAddress], StreamAddress.LookupError> {
  fileprivate var lookup: NetworkProbe.Lookup {
    switch self {
    case .success: .found
    case .failure(let failure): failure.code == EAI_AGAIN ? .noAnswer : .unknown
    }
  }
}

extension StreamAddress {
  /// Returns whether a server answers in time. One that refuses the connection is reachable, too.
  fileprivate func answers(within time: Duration) -> Bool {
    do throws(SystemError) {
      Descriptor.close(try connected(within: time))
      return true
    } catch {
      return error.code == ECONNREFUSED
    }
  }
}

extension IPAddress {
  /// Whether this is a link-local address, which a machine assigns itself if it gets no other.
  fileprivate var isLinkLocal: Bool {
    bytes.count == 4
      ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }
}
