import Foundation

/// Writes whole texts to a descriptor, in the order of the calls, unbuffered.
struct ConsoleWriter: Sendable {
  static let standardOutput = ConsoleWriter(descriptor: STDOUT_FILENO)
  static let standardError = ConsoleWriter(descriptor: Descriptors.ownStandardError)

  let descriptor: Int32

  /// Writes the whole text. Blocks if the reader is slow.
  ///
  /// - Returns: Whether the text was written; `false` if the reader has closed the output.
  @discardableResult
  func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          waitUntilWritable()
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}
