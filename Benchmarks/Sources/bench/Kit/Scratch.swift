import Foundation

/// A temporary folder.
enum Scratch {
  /// Creates a folder, calls `body` with its path, and removes the folder.
  static func use<Result>(
    _ name: String,
    _ body: (_ folder: String) async throws -> Result
  ) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.path + "/\(name)-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try await body(folder)
  }
}
