#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The pipe into which filters write. It is open until nobody has it any more, as a filter may not write into
/// what has become another file.
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
      // A file that is written at once is not held up; what libmpv takes ahead has room anyway.
      let setPipeSize: Int32 = 1_031
      _ = fcntl(writeEnd, setPipeSize, 1 << 18)
    #endif
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Makes a waiting ``wait(until:)`` return: by an empty line.
  func wake() {
    var line = UInt8(ascii: "\n")
    while write(writeEnd, &line, 1) < 0, errno == EINTR {}
  }

  /// Waits for bytes; or, with a deadline, for that alone, and what comes meanwhile waits.
  func wait(until deadline: ContinuousClock.Instant?) {
    guard let deadline else {
      var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
      _ = poll(&watched, 1, -1)
      return
    }
    let microseconds = (deadline - .now) / .microseconds(1)
    if microseconds > 0 { usleep(UInt32(min(microseconds, 100_000).rounded(.up))) }
  }

  /// Takes what there is, in pieces.
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
