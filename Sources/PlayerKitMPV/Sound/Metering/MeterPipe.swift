import PlayerKitSystem

/// The pipe into which filters write. It stays open until it is released, as a filter must not
/// write to a reused descriptor.
final class MeterPipe: Sendable {
  private let readEnd: Int32
  let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(readEnd, F_SETFL, fcntl(readEnd, F_GETFL) | O_NONBLOCK)
    #if os(Linux)
      // A larger pipe, so that fast outputs such as files do not block. libmpv's read-ahead fits
      // anyway.
      let setPipeSize: Int32 = 1_031
      _ = fcntl(writeEnd, setPipeSize, 1 << 18)
    #endif
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Makes a waiting ``wait(until:)`` return, by writing an empty line.
  func wake() {
    var line = UInt8(ascii: "\n")
    while write(writeEnd, &line, 1) < 0, errno == EINTR {}
  }

  /// Waits for bytes. With a deadline, waits only for the deadline, while bytes queue up.
  func wait(until deadline: ContinuousClock.Instant?) {
    guard let deadline else {
      var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      _ = poll(&watched, 1, -1)
      return
    }
    let microseconds = (deadline - .now) / .microseconds(1)
    if microseconds > 0 { usleep(UInt32(min(microseconds, 100_000).rounded(.up))) }
  }

  /// Reads the available bytes, in pieces.
  func read(_ body: (ArraySlice<UInt8>) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(readEnd, &buffer, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(readEnd, &buffer, buffer.count)
      #else
        let count = Glibc.read(readEnd, &buffer, buffer.count)
      #endif
      if count > 0 { body(buffer[..<count]) }
      if count < buffer.count, count >= 0 || errno != EINTR { return }
    }
  }
}
