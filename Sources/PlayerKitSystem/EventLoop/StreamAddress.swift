#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The address of a stream socket: of TCP, or in the file system.
package struct StreamAddress: Sendable, Hashable {
  /// A `sockaddr` of the system.
  private var bytes: [UInt8]

  /// The address of a Unix domain socket. `nil` if the path is too long.
  package init?(path: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array(path.utf8)
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    bytes = withUnsafeBytes(of: address) { Array($0) }
  }

  private init(_ address: UnsafePointer<sockaddr>, _ size: socklen_t) {
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(size)))
  }

  /// The error of a look-up.
  package struct LookupError: Error, Hashable, Sendable {
    /// An `EAI_…` of `getaddrinfo`.
    package let code: CInt
  }

  /// Returns the addresses of a host. Blocks the calling thread for as long as the system likes.
  ///
  /// - Parameters:
  ///   - host: A name or an IP address. `nil` for this machine.
  ///   - isPassive: Whether to listen there.
  package static func resolve(
    _ host: String?,
    port: UInt16,
    isPassive: Bool = false
  ) throws(LookupError) -> [StreamAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Descriptor.stream
    hints.ai_flags = isPassive ? AI_PASSIVE : 0
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &list)
    guard code == 0, let first = list else { throw LookupError(code: code) }
    defer { freeaddrinfo(list) }
    return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { entry in
      entry.pointee.ai_addr.map { StreamAddress($0, entry.pointee.ai_addrlen) }
    }
  }

  /// The own address of a socket. `nil` if the descriptor is none.
  package init?(of socket: CInt) {
    self.init { getsockname(socket, $0, $1) }
  }

  /// The address of a socket's peer. `nil` if it is not connected.
  package init?(peerOf socket: CInt) {
    self.init { getpeername(socket, $0, $1) }
  }

  private init?(
    _ read: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isRead = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { read($0, &size) == 0 }
    }
    guard isRead else { return nil }
    bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(size))) }
  }

  // MARK: - Parts

  package var family: CInt {
    bytes.withUnsafeBytes { raw in
      raw.count < MemoryLayout<sockaddr>.size
        ? AF_UNSPEC : CInt(raw.load(as: sockaddr.self).sa_family)
    }
  }

  /// The IP address. `nil` for a Unix domain socket.
  package var ip: IPAddress? { ipBytes.map(IPAddress.init(bytes:)) }

  /// Whether only this machine can connect.
  package var isLoopback: Bool { ip?.isLoopback ?? (family == AF_UNIX) }

  /// As many bytes as the family has, even of an IPv4 address within an IPv6 address.
  private var ipBytes: [UInt8]? {
    let (offset, count): (Int?, Int) =
      switch family {
      case AF_INET: (MemoryLayout<sockaddr_in>.offset(of: \.sin_addr), 4)
      case AF_INET6: (MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr), 16)
      default: (nil, 0)
      }
    guard let offset, bytes.count >= offset + count else { return nil }
    return Array(bytes[offset..<(offset + count)])
  }

  /// The offset of the port, which is the same in both families.
  private var portOffset: Int? {
    guard ipBytes != nil else { return nil }
    return MemoryLayout<sockaddr_in>.offset(of: \.sin_port)
  }

  /// The port. `nil` for a Unix domain socket.
  package var port: UInt16? {
    get { portOffset.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) } }
    set {
      guard let portOffset, let newValue else { return }
      bytes[portOffset] = UInt8(newValue >> 8)
      bytes[portOffset + 1] = UInt8(newValue & 0xff)
    }
  }

  /// The address and the port, such as `127.0.0.1:6600` or `[::1]:6600`. Empty for a Unix domain
  /// socket.
  package var name: String {
    guard var address = ipBytes, let port else { return "" }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    inet_ntop(family, &address, &text, socklen_t(text.count))
    let host = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    return family == AF_INET6 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  // MARK: - Sockets

  /// Passes the address to a function of the system, and returns its status.
  private func pass(to function: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    bytes.withUnsafeBytes { raw in
      raw.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
        function($0, socklen_t(raw.count))
      } ?? -1
    }
  }

  /// Makes a prepared socket. The caller must close it.
  private func makeSocket() throws(SystemError) -> CInt {
    let socket = socket(family, Descriptor.stream, 0)
    guard socket >= 0 else { throw .last }
    guard Descriptor.prepare(socket) else {
      let error = SystemError.last
      Descriptor.close(socket)
      throw error
    }
    return socket
  }

  /// Starts to connect. The caller must close the socket, and wait until it is writable, unless it
  /// is connected already.
  package func startConnecting() throws(SystemError) -> (socket: CInt, isConnected: Bool) {
    let socket = try makeSocket()
    if pass(to: { connect(socket, $0, $1) }) == 0 { return (socket, true) }
    let error = SystemError.last
    guard error.code == EINPROGRESS else {
      Descriptor.close(socket)
      throw error
    }
    return (socket, false)
  }

  /// Connects, for at most the given time. Blocks the calling thread.
  ///
  /// - Returns: A prepared socket. The caller must close it.
  package func connected(within time: Duration) throws(SystemError) -> CInt {
    let (socket, isConnected) = try startConnecting()
    if isConnected { return socket }
    let isReady = Descriptor.wait(for: Int16(POLLOUT), of: socket, atMost: time)
    let error = isReady ? Descriptor.error(of: socket) : .timedOut
    guard let error else { return socket }
    Descriptor.close(socket)
    throw error
  }

  /// Listens at the address with a prepared socket. The caller must close it.
  package func listening(backlog: CInt, _ setUp: (CInt) -> Bool = { _ in true })
    throws(SystemError) -> CInt
  {
    let socket = try makeSocket()
    if family != AF_UNIX { Descriptor.set(socket, SOL_SOCKET, SO_REUSEADDR, 1) }
    if family == AF_INET6 { Descriptor.set(socket, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
    guard pass(to: { bind(socket, $0, $1) }) == 0, setUp(socket), listen(socket, backlog) == 0
    else {
      let error = SystemError.last
      Descriptor.close(socket)
      throw error
    }
    return socket
  }
}
