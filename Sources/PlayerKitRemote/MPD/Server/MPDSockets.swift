import PlayerKitSystem
import Foundation
import PlayerKit

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

/// A listening socket.
struct MPDListener: Sendable {
  let descriptor: Int32
  /// The address on which it listens.
  let name: String
  let isLoopback: Bool

  /// Listens on all addresses of a name.
  static func listen(at address: String, port: UInt16) throws(PlayerError) -> [MPDListener] {
    var hints = addrinfo()
    hints.ai_socktype = streamSocket
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(address.isEmpty ? nil : address, String(port), &hints, &found)
    guard status == 0, let first = found else {
      throw PlayerError(.unreachable, "\(address) is no address of this machine.")
    }
    defer { freeaddrinfo(found) }
    var listeners: [MPDListener] = []
    var failure = ""
    for info in sequence(first: first, next: { $0.pointee.ai_next }) {
      // All addresses share the same free port.
      let chosen = port == 0 ? listeners.first?.port : nil
      if let listener = MPDListener(info.pointee, port: chosen) {
        listeners.append(listener)
      } else {
        failure = String(cString: strerror(errno))
      }
    }
    guard !listeners.isEmpty else {
      throw PlayerError(.unreachable, "\(address):\(port): \(failure)")
    }
    return listeners
  }

  private init?(_ info: addrinfo, port: UInt16?) {
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard descriptor >= 0 else { return nil }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, size)
    if info.ai_family == AF_INET6 {
      setsockopt(descriptor, Int32(IPPROTO_IPV6.mpdValue), IPV6_V6ONLY, &one, size)
    }
    var address = sockaddr_storage()
    memcpy(&address, info.ai_addr, Int(info.ai_addrlen))
    if let port { address.setPort(port) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, info.ai_addrlen) == 0
      }
    }
    guard isBound, systemListen(descriptor), MPDSocket.makeReady(descriptor) else {
      let number = errno
      MPDSocket.close(descriptor)
      errno = number
      return nil
    }
    self.descriptor = descriptor
    let own = sockaddr_storage(of: descriptor)
    name = own.name
    isLoopback = own.isLoopback
  }

  private var port: UInt16? { sockaddr_storage(of: descriptor).port }

  func close() { MPDSocket.close(descriptor) }

  /// Accepts a client. Returns `nil` if there is currently none.
  func accept() -> Int32? {
    let client = systemAccept(descriptor)
    guard client >= 0 else { return nil }
    guard MPDSocket.makeReady(client) else {
      MPDSocket.close(client)
      return nil
    }
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Short answers should not wait for long ones.
    setsockopt(client, Int32(IPPROTO_TCP.mpdValue), TCP_NODELAY, &one, size)
    #if canImport(Darwin)
      setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &one, size)
    #endif
    return client
  }
}

private func systemListen(_ descriptor: Int32) -> Bool { listen(descriptor, 64) == 0 }
private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func systemClose(_ descriptor: Int32) { close(descriptor) }

extension Int32 { fileprivate var mpdValue: Int { Int(self) } }
extension Int { fileprivate var mpdValue: Int { self } }

/// Functions for nonblocking sockets.
enum MPDSocket {
  enum Read {
    case bytes(Int)
    case nothing
    case ended
  }

  /// Makes a socket nonblocking and not inheritable.
  static func makeReady(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
      && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
  }

  static func close(_ descriptor: Int32) { systemClose(descriptor) }

  /// Returns the address of the peer. For IPv6 it is the network, since a host there has many
  /// addresses.
  static func peer(of descriptor: Int32) -> String { sockaddr_storage(peerOf: descriptor).place }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Read {
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    return count < 0 && isPassing(errno) ? .nothing : .ended
  }

  /// Returns the number of bytes sent. `nil` if the peer is gone.
  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int? {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL.mpdValue)
    #endif
    let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
    if count >= 0 { return count }
    return isPassing(errno) ? 0 : nil
  }

  private static func isPassing(_ number: Int32) -> Bool {
    number == EAGAIN || number == EWOULDBLOCK || number == EINTR
  }
}

extension sockaddr_storage {
  fileprivate init(of descriptor: Int32) {
    self.init()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &self) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
  }

  fileprivate init(peerOf descriptor: Int32) {
    self.init()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    withUnsafeMutablePointer(to: &self) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &size)
      }
    }
  }

  private func with4<Value>(_ body: (sockaddr_in) -> Value) -> Value {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { body($0.pointee) }
    }
  }

  private func with6<Value>(_ body: (sockaddr_in6) -> Value) -> Value {
    withUnsafePointer(to: self) {
      $0.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { body($0.pointee) }
    }
  }

  private var is6: Bool { Int32(ss_family) == AF_INET6 }

  fileprivate var port: UInt16 {
    UInt16(bigEndian: is6 ? with6(\.sin6_port) : with4(\.sin_port))
  }

  fileprivate mutating func setPort(_ port: UInt16) {
    // At the same offset in both structures.
    let place = MemoryLayout<sockaddr_in>.offset(of: \.sin_port) ?? 2
    withUnsafeMutableBytes(of: &self) {
      $0.storeBytes(of: port.bigEndian, toByteOffset: place, as: UInt16.self)
    }
  }

  private var bytes: [UInt8] {
    if is6 { return with6 { withUnsafeBytes(of: $0.sin6_addr) { Array($0) } } }
    return with4 { withUnsafeBytes(of: $0.sin_addr) { Array($0) } }
  }

  /// The four bytes of an IPv4 address, including an IPv4-mapped IPv6 address.
  private var bytes4: ArraySlice<UInt8>? {
    let bytes = bytes
    guard is6 else { return bytes[...] }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
    return isMapped ? bytes[12...] : nil
  }

  fileprivate var isLoopback: Bool {
    bytes4.map { $0.first == 127 } ?? (bytes == [UInt8](repeating: 0, count: 15) + [1])
  }

  fileprivate var place: String {
    if let bytes4 { return bytes4.map(String.init).joined(separator: ".") }
    return stride(from: 0, to: 8, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":") + "::/64"
  }

  fileprivate var name: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    var bytes = bytes
    inet_ntop(is6 ? AF_INET6 : AF_INET, &bytes, &text, socklen_t(text.count))
    let address = text.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return is6 ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}
