#if SQLite
  import Foundation
  import GRDB
  import PlayerKitSystem

  /// Several read-only connections to one file. May be used on any thread. All are opened at once,
  /// because a later one could open a different file after an import.
  final class ReadConnections: Sendable {
    private static let count = 4

    private let connections: [DatabaseQueue]
    private let next = Locked(0)

    /// - Parameter check: Throws if the file is unsuitable.
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
        // If the file was replaced meanwhile, the connections would read different files.
      } while file != nil && file != FileNumber(path)
      connections = opened
    }

    /// Reads with one of the connections, in turn.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
      let place = next.withLock { next in
        next = (next + 1) % Self.count
        return next
      }
      return try connections[place].read(body)
    }
  }

  /// The identity of the file at a path.
  struct FileNumber: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64

    /// Returns `nil` if there is no file.
    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    }
  }
#endif
