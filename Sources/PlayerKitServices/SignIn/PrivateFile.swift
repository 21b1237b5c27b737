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

  private func replace(by data: Data) throws(CatalogError) {
    let folder = file.deletingLastPathComponent().path(percentEncoded: false)
    guard PrivateFiles.makeFolder(folder) else {
      throw failure("has no directory, and none can be made")
    }
    do throws(SystemError) {
      try PrivateFiles.replace(file.path(percentEncoded: false), with: Array(data))
    } catch {
      throw failure("cannot be written")
    }
  }

  /// Deletes the file. Has no effect if there is none.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it cannot be deleted.
  public func remove() throws(CatalogError) {
    guard unlink(file.path(percentEncoded: false)) == 0 || errno == ENOENT || errno == ENOTDIR
    else { throw failure("cannot be removed") }
  }

  private func failure(_ fault: String) -> CatalogError {
    CatalogError(.invalidCredential, "The file of tokens \(fault)", service: service)
  }
}
