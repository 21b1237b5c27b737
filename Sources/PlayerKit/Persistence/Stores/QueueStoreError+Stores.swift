#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension QueueStoreError {
  /// What a store throws after its end.
  package static var closed: QueueStoreError {
    QueueStoreError(.closed, "The store has been closed.")
  }

  /// What a store throws where changes come for nothing that they could change.
  package static var nothingToChange: QueueStoreError {
    QueueStoreError(.failed, "Changes came for a queue that is not kept: it must come whole.")
  }

  /// What a store throws where its file is no longer the one that it opened.
  package static func takenAway(_ path: String) -> QueueStoreError {
    QueueStoreError(.failed, "\(path): the file has been taken away, or another one put there.")
  }

  /// What a store throws where a newer one has written its file.
  package static func newer(_ path: String, version: Int, known: Int) -> QueueStoreError {
    let message = "\(path): the file has version \(version), the newest one known is \(known)."
    return QueueStoreError(.newerVersion, message)
  }

  /// Whatever happened while something was stored.
  package init(storing error: any Error) {
    self =
      error as? QueueStoreError
      ?? QueueStoreError(.failed, "The queue could not be stored.", underlying: error)
  }

  /// A failure that the system told by its number.
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
  /// The folder of a path from the root. Foundation's answer to a path of one letter is a trap.
  package var folderOfPath: String {
    let folder = lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
    return folder.isEmpty ? "/" : folder
  }

  /// The path from the root, where it is not one.
  package var fromRoot: String {
    hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self
  }
}
