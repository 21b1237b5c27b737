import PlayerKitSystem

extension QueueStoreError {
  /// The error of a closed store.
  package static var closed: QueueStoreError {
    QueueStoreError(.closed, "The store has been closed.")
  }

  /// The error if there is nothing stored that the changes could apply to.
  package static var nothingToChange: QueueStoreError {
    QueueStoreError(.failed, "Changes came for a queue that is not kept: it must come whole.")
  }

  /// The error if the file is no longer the one that the store opened.
  package static func takenAway(_ path: String) -> QueueStoreError {
    QueueStoreError(.failed, "\(path): the file has been taken away, or another one put there.")
  }

  /// The error if a newer version has written the file.
  package static func newer(_ path: String, version: Int, known: Int) -> QueueStoreError {
    let message = "\(path): the file has version \(version), the newest one known is \(known)."
    return QueueStoreError(.newerVersion, message)
  }

  /// Wraps an error that occurred while something was stored.
  package init(storing error: any Error) {
    self =
      error as? QueueStoreError
      ?? QueueStoreError(.failed, "The queue could not be stored.", underlying: error)
  }

  /// Creates an error from a system error number.
  package init(errno number: Int32, path: String) {
    let reason = String(cString: strerror(number))
    let code: Code =
      switch number {
      case EACCES, EPERM, EROFS: .readOnly
      case ENOSPC, EDQUOT, EFBIG: .full
      case EISDIR: .isDirectory
      case ENOENT, ENOTDIR: .noSuchFolder
      case EWOULDBLOCK: .locked
      default: .failed
      }
    self.init(code, "\(path): \(reason)")
  }
}

extension String {
  /// The folder of an absolute path. Foundation traps on a path of one letter.
  package var folderOfPath: String {
    let folder = lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }

  /// The absolute path.
  package var fromRoot: String {
    hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self
  }
}
