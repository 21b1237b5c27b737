import PlayerKitSystem

/// A named pipe in its own folder, with the smallest buffer that the system allows.
final class NamedPipe: Sendable {
  let path: String
  /// The nonblocking descriptor for reading.
  let descriptor: CInt
  private let folder: String

  init() throws(SnapcastError) {
    // Not in `TMPDIR`: its name might contain characters that an output misinterprets.
    var template = Array("/tmp/playerkit-rooms-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure("folder") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/pipe"
    guard mkfifo(path, 0o600) == 0 else {
      rmdir(folder)
      throw Self.failure("pipe")
    }
    // Also open for writing, so that the pipe does not end when a writer closes it.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      unlink(path)
      rmdir(folder)
      throw Self.failure("pipe")
    }
    #if canImport(Glibc) || canImport(Musl)
      _ = fcntl(descriptor, Self.setSize, 4_096)
    #endif
  }

  deinit {
    close(descriptor)
    unlink(path)
    rmdir(folder)
  }

  /// `F_SETPIPE_SZ`, which Swift does not import.
  private static let setSize: CInt = 1_031

  private static func failure(_ what: String) -> SnapcastError {
    SnapcastError(.unreachable, "No \(what) could be made: \(String(cString: strerror(errno))).")
  }
}
