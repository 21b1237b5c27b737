import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@Suite("Private files and folders", .tags(.local))
struct PrivateFilesTests {
  private let scratch = ScratchFolder()

  /// Runs with another umask. Tests of a process run one after another.
  private func with(_ mask: mode_t, _ body: () throws -> Void) rethrows {
    let old = umask(mask)
    defer { umask(old) }
    try body()
  }

  @Test(
    "are only for their owner, whatever the umask is",
    arguments: [0, 0o022, 0o077] as [mode_t]
  )
  func modes(mask: mode_t) throws {
    defer { scratch.remove() }
    try with(mask) {
      #expect(PrivateFiles.makeFolder(scratch.path("a/b")))
      try PrivateFiles.replace(scratch.path("a/b/file"), with: [1, 2])
    }
    #expect(try scratch.mode(of: "a") == 0o700)
    #expect(try scratch.mode(of: "a/b") == 0o700)
    #expect(try scratch.mode(of: "a/b/file") == 0o600)
  }

  @Test("replace a file that others can read, and leave nothing beside it")
  func replaces() throws {
    defer { scratch.remove() }
    try Data("old".utf8).write(to: scratch.url.appending(path: "file"))
    try scratch.setMode(0o644, of: "file")
    try PrivateFiles.replace(scratch.path("file"), with: Array("new".utf8))
    #expect(try Data(contentsOf: scratch.url.appending(path: "file")) == Data("new".utf8))
    #expect(try scratch.mode(of: "file") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["file"])
  }

  @Test("that can't be made leave everything as it was")
  func fails() throws {
    defer { scratch.remove() }
    try PrivateFiles.replace(scratch.path("file"), with: [1])
    #expect(!PrivateFiles.makeFolder(scratch.path("file/a")))
    #expect(throws: SystemError(ENOTDIR)) {
      try PrivateFiles.replace(scratch.path("file/a"), with: [1])
    }
    // A folder is not replaced, and the new file is removed.
    #expect(PrivateFiles.makeFolder(scratch.path("folder")))
    #expect(throws: SystemError(EISDIR)) {
      try PrivateFiles.replace(scratch.path("folder"), with: [1])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(names.sorted() == ["file", "folder"])
  }
}
