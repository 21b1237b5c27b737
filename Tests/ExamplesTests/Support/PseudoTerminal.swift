import Foundation

/// A terminal. The test is its other side.
final class PseudoTerminal: Sendable {
  struct Failure: Error {
    let errno: Int32
  }

  private let near: Int32
  private let far: Int32

  init() throws {
    var (near, far): (Int32, Int32) = (-1, -1)
    guard openpty(&near, &far, nil, nil, nil) == 0 else { throw Failure(errno: errno) }
    (self.near, self.far) = (near, far)
  }

  deinit {
    close(near)
    close(far)
  }

  /// The descriptor that a process uses as its terminal.
  var handle: FileHandle { FileHandle(fileDescriptor: far, closeOnDealloc: false) }

  /// Whether keys arrive one by one, without echo.
  var isRaw: Bool {
    var settings = termios()
    guard tcgetattr(far, &settings) == 0 else { return false }
    return settings.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(near, $0.baseAddress, $0.count) }
  }

  /// The output since the last call, as soon as there is some.
  func read() -> String {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(near, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}
