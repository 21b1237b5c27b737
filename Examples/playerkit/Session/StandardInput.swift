import Dispatch
import Foundation

/// Reads standard input on its own thread, from a file, a pipe, or a terminal.
///
/// The thread ends with the input, or with the process.
enum StandardInput {
  /// After this many lines, reading pauses until their effects are reported. Each event holds a
  /// version of the queue, so a long file of commands would otherwise fill the memory.
  private static let linesAtOnce = 64

  /// Sends each line, then `inputEnded`.
  static func readLines(into inputs: SessionInputs) {
    Thread.detachNewThread {
      let told = DispatchSemaphore(value: 0)
      var splitter = LineSplitter()
      var count = 0
      while let bytes = nextBytes() {
        for line in splitter.split(bytes[...]) {
          inputs.send(.line(line))
          count += 1
          guard count.isMultiple(of: linesAtOnce) else { continue }
          inputs.send(.checkpoint { told.signal() })
          told.wait()
        }
      }
      if let last = splitter.finish() { inputs.send(.line(last)) }
      inputs.send(.inputEnded)
    }
  }

  /// Sends each key, then `inputEnded`.
  static func readKeys(into inputs: SessionInputs) {
    Thread.detachNewThread {
      while let bytes = nextBytes() {
        for key in Key.keys(in: bytes[...]) { inputs.send(.key(key)) }
      }
      inputs.send(.inputEnded)
    }
  }

  /// The next bytes, as soon as there are any, or `nil` at the end.
  private static func nextBytes() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return nil }
      if errno == EAGAIN { waitUntilReadable() }
    }
  }

  private static func waitUntilReadable() {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
