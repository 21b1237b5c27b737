import Foundation
import PlayerKitSystem

/// A file with a service's tokens that only its owner can read. Errors name neither the file nor
/// its contents.
public struct PrivateFile: Sendable {
  private static let largestSize = 64 << 10
  private let file: URL
  private let service: CatalogService

  /// Makes a file. Does not access it yet.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if `file` is not a file URL.
  public init(_ file: URL, of service: CatalogService) throws(CatalogError) {
    guard file.isFileURL, !file.hasDirectoryPath else {
      throw CatalogError(.invalidArgument, "Tokens are kept in a file", service: service)
    }
    self.file = file
    self.service = service
  }

  /// Reads the value in the file. `nil` if the file does not exist. Blocks during disk access.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the file is unreadable, or if others can
  ///   read it.
  public func load<Value: Decodable>(
    as type: Value.Type = Value.self
  ) throws(CatalogError) -> Value? {
    guard let data = try read() else { return nil }
    // The decoder's error may quote a token.
    guard let value = try? JSONDecoder().decode(type, from: data) else {
      throw failure("does not hold a sign-in")
    }
    return value
  }

  /// Replaces the file atomically, or leaves it unchanged. Makes missing folders.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it cannot be written.
  public func save(_ value: some Encodable) throws(CatalogError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(value) else { throw failure("cannot be written") }
    try replace(by: data)
  }

  private func read() throws(CatalogError) -> Data? {
    let path = file.path(percentEncoded: false)
    // Does not block if the file is a pipe without a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("cannot be read")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure("cannot be read")
    }
    guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
      throw failure("can be read by others")
    }
    guard let data = try? handle.read(upToCount: Self.largestSize + 1) ?? Data(),
      data.count <= Self.largestSize
    else { throw failure("cannot be read") }
    return data
  }

  /// Writes a new file next to the old one, and moves it into place.
  private func replace(by data: Data) throws(CatalogError) {
    let directory = file.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: directory,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700]
      )
    } catch {
      throw failure("has no directory, and none can be made")
    }
    let name = ".\(file.lastPathComponent).\(UUID().uuidString)"
    let fresh = directory.appending(path: name).path(percentEncoded: false)
    do throws(CatalogError) {
      try write(data, to: fresh)
      guard rename(fresh, file.path(percentEncoded: false)) == 0 else {
        throw failure("cannot be replaced")
      }
    } catch {
      unlink(fresh)
      throw error
    }
  }

  /// Deletes the file. Has no effect if there is none.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it cannot be deleted.
  public func remove() throws(CatalogError) {
    guard unlink(file.path(percentEncoded: false)) == 0 || errno == ENOENT || errno == ENOTDIR
    else { throw failure("cannot be removed") }
  }

  private func write(_ data: Data, to path: String) throws(CatalogError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      // After a crash, the name must not refer to an empty file.
      try handle.synchronize()
      try handle.close()
    } catch {
      throw failure("cannot be written")
    }
  }

  private func failure(_ fault: String) -> CatalogError {
    CatalogError(.invalidCredential, "The file of tokens \(fault)", service: service)
  }
}
