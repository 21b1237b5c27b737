import Foundation
import Glibc
import PlayerKit

/// A private folder for the pictures of one process. Other programs of the same user display them.
struct PictureFolder: Sendable {
  /// The path of the folder.
  let path: String
  private let parent: String

  /// Makes the folder, and removes the folders of ended processes.
  ///
  /// - Returns: `nil` if a private folder can't be made.
  init?(in parent: String, process: Int32 = getpid()) {
    self.parent = parent
    path = parent + "/" + String(process)
    guard parent.hasPrefix("/"), Self.makePrivate(parent) else { return nil }
    Self.sweep(parent)
    guard Self.makePrivate(path) else { return nil }
  }

  /// Writes a picture.
  ///
  /// - Returns: The path of the file. `nil` if it can't be written.
  func write(_ picture: ArtworkImage, number: Int) -> String? {
    let file = path + "/" + String(number) + Self.suffix(of: picture.format)
    // Never write to an existing file or through a link.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let isWritten = picture.data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor,
          UnsafeRawBufferPointer(rebasing: rest).baseAddress,
          rest.count
        )
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    guard isWritten else {
      unlink(file)
      return nil
    }
    return file
  }

  /// Removes a picture.
  func remove(_ file: String) { unlink(file) }

  /// Removes the folder and its content.
  func removeAll() { Self.remove(path) }

  // MARK: - Parts

  private static func suffix(of format: PictureFormat) -> String {
    switch format {
    case .jpeg: ".jpg"
    case .png: ".png"
    case .gif: ".gif"
    case .webP: ".webp"
    default: ""
    }
  }

  /// Makes a folder with mode 0700, or accepts an existing private one.
  private static func makePrivate(_ path: String) -> Bool {
    if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
    var info = stat()
    guard lstat(path, &info) == 0 else { return false }
    return info.st_mode & S_IFMT == S_IFDIR && info.st_uid == geteuid() && info.st_mode & 0o077 == 0
  }

  /// Removes the folders of ended processes, for example after a crash.
  private static func sweep(_ parent: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
      guard let process = Int32(name), process > 0, kill(process, 0) != 0, errno == ESRCH else {
        continue
      }
      remove(parent + "/" + name)
    }
  }

  private static func remove(_ folder: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      unlink(folder + "/" + name)
    }
    rmdir(folder)
  }
}
