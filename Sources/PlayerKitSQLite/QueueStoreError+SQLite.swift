#if SQLite
  import GRDB
  import PlayerKit

  extension QueueStoreError {
    /// Makes an error from SQLite's, without the statement that failed.
    package init(_ error: DatabaseError, path: String) {
      let code: Code =
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .locked
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly
        case .SQLITE_FULL: .full
        case .SQLITE_CORRUPT, .SQLITE_SCHEMA: .corrupt
        case .SQLITE_NOTADB: .notAQueue
        default: .failed
        }
      let reason = error.message ?? error.resultCode.description
      self.init(code, "\(path): \(reason)", underlying: error)
    }
  }
#endif
