import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem
import Synchronization

/// Reads a local file. The first call that needs the file opens it.
///
/// Serial, as ``ByteStream`` requires; only ``cancel()`` may come from another thread.
final class FileByteStream: ByteStream {
  private struct State {
    var descriptor: Int32?
    var size: Int64 = 0
    var offset: Int64 = 0
    var failure: PlayerError?
  }

  fileprivate let path: String
  private let state = Locked(State())
  private let isCancelled = Atomic(false)

  init(path: String) {
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
    try state.withLock { (state: inout State) throws(PlayerError) -> Int in
      let descriptor = try open(&state)
      if isCancelled.load(ordering: .relaxed) { return 0 }
      var count: Int
      repeat {
        count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(state.offset))
      } while count < 0 && errno == EINTR
      guard count >= 0 else { throw fail(&state, errno) }
      state.offset += Int64(count)
      return count
    }
  }

  func seek(to offset: Int64) throws(PlayerError) {
    try state.withLock { (state: inout State) throws(PlayerError) in
      _ = try open(&state)
      state.offset = max(offset, 0)
    }
  }

  var isSeekable: Bool { true }

  var size: Int64? {
    state.withLock { state in (try? open(&state)).map { _ in state.size } }
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  func close() {
    state.withLock { state in
      if let descriptor = state.descriptor { closeDescriptor(descriptor) }
      state.descriptor = nil
    }
  }

  private func open(_ state: inout State) throws(PlayerError) -> Int32 {
    if let failure = state.failure { throw failure }
    if let descriptor = state.descriptor { return descriptor }
    let descriptor = openForReading(path)
    guard descriptor >= 0 else { throw fail(&state, errno) }
    state.descriptor = descriptor
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw fail(&state, errno) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      let what = info.st_mode & S_IFMT == S_IFDIR ? "is a directory" : "is not a regular file"
      throw fail(&state, PlayerError(.unreadable, "The file \(name) \(what)."))
    }
    guard info.st_size > 0 else {
      throw fail(&state, PlayerError(.unsupportedFormat, "The file \(name) is empty."))
    }
    state.size = Int64(info.st_size)
    return descriptor
  }

  private func fail(_ state: inout State, _ error: PlayerError) -> PlayerError {
    state.failure = error
    return error
  }

  private func fail(_ state: inout State, _ number: Int32) -> PlayerError {
    let error =
      switch number {
      case ENOENT, ENOTDIR, ENAMETOOLONG:
        PlayerError(.notFound, "The file \(name) does not exist.")
      case EACCES, EPERM:
        PlayerError(.unreadable, "There is no permission to read the file \(name).")
      default:
        PlayerError(
          .unreadable,
          "The file \(name) could not be read: \(String(cString: strerror(number)))."
        )
      }
    return fail(&state, error)
  }

  /// The last part of the path, which identifies the file without revealing its folders.
  private var name: String {
    "“\(FileName.shown(path.split(separator: "/").last.map(String.init) ?? path))”"
  }
}

extension FileByteStream: LocatedStream {
  var origin: StreamOrigin? { StreamOrigin(url: URL(filePath: path), reach: .everywhere) }
  func leaveNothing() {}
}

// Outside the class, because its methods would shadow these functions.

private func openForReading(_ path: String) -> Int32 {
  // Without O_NONBLOCK, opening a pipe would wait for a writer, and `cancel` could not stop it.
  FileName.withPath(path) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
}

private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
