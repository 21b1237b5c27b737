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
  /// The timeout for connecting to a server, in seconds.
  private static let patience = 3

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
        case .success(let list): list.contains { $0.connects(within: patience) }
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

  /// Returns the addresses of a host, or the error of `getaddrinfo`.
  private static func addresses(
    of host: String,
    port: Int
  ) -> Result<[SocketAddress], LookupFailure> {
    var hints = addrinfo()
    hints.ai_socktype = SocketAddress.stream
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0 else { return .failure(LookupFailure(code: code)) }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ai_next
      guard let address = entry.ai_addr else { continue }
      let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
      found.append(SocketAddress(family: entry.ai_family, bytes: Array(bytes)))
    }
    return .success(found)
  }
}

private struct LookupFailure: Error {
  let code: Int32
}

extension Result<[SocketAddress], LookupFailure> {
  fileprivate var lookup: NetworkProbe.Lookup {
    switch self {
    case .success: .found
    case .failure(let failure): failure.code == EAI_AGAIN ? .noAnswer : .unknown
    }
  }
}

private struct SocketAddress: Sendable {
  #if canImport(Darwin)
    static let stream = SOCK_STREAM
  #else
    static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  let family: Int32
  let bytes: [UInt8]

  /// Returns whether a server accepts a connection in time. Nothing is sent.
  func connects(within seconds: Int) -> Bool {
    let descriptor = socket(family, Self.stream, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return false }
    let result = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map {
        connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
      } ?? -1
    }
    if result == 0 { return true }
    guard errno == EINPROGRESS else { return errno == ECONNREFUSED }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, Int32(seconds * 1_000)) == 1 else { return false }
    var failure: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0 else { return false }
    // A server that refuses the connection is reachable.
    return failure == 0 || failure == ECONNREFUSED
  }
}

extension IPAddress {
  /// Whether this is a loopback address.
  var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
  }

  /// Whether this is a link-local address, which a machine assigns itself if it gets no other.
  fileprivate var isLinkLocal: Bool {
    bytes.count == 4
      ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
  }
}
