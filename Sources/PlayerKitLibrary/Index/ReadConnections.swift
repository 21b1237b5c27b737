#if SQLite
  import Foundation
  import GRDB
  import PlayerKitSystem

  /// Some connections to one file, which read. All are opened at once: one that was opened later would see another
  /// file, where an import has replaced the first. Threads: any.
  final class ReadConnections: Sendable {
    private static let count = 4

    private let connections: [DatabaseQueue]
    private let next = Locked(0)

    /// - Parameter check: what has to hold of the file.
    init(path: String, check: (Database) throws -> Void) throws {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.label = "PlayerKit.library"
      configuration.busyMode = .timeout(5)
      var file: FileNumber?
      var opened: [DatabaseQueue] = []
      repeat {
        file = FileNumber(path)
        opened = try (0..<Self.count).map { _ in
          let connection = try DatabaseQueue(path: path, configuration: configuration)
          try connection.read(check)
          return connection
        }
        // Replaced in between: some would be of the one, some of the other.
      } while file != nil && file != FileNumber(path)
      connections = opened
    }

    /// Reads by one of them, each in its turn.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
      let place = next.withLock { next in
        next = (next + 1) % Self.count
        return next
      }
      return try connections[place].read(body)
    }
  }

  /// Which file it is that lies at a path.
  struct FileNumber: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// `nil`: there is none.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
  }
#endif
