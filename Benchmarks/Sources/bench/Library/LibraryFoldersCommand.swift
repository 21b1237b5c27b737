import ArgumentParser
import Foundation
import PlayerKitInspection
import PlayerKitLibrary

/// Compares a library of a folder of music with MPD's database.
struct LibraryFoldersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library-folders",
    abstract: "Scans a folder of music beside MPD; fails if a scan without changes takes a second."
  )

  @Option(help: "The number of files.") var files = 10_000

  func run() async throws {
    try await Scratch.use("library") { folder in
      let music = "\(folder)/music"
      Console.note("writing \(files) files")
      let paths = try TaggedFiles.copy(files) { "\(music)/\($0 / 500)/\($0 / 10)/\($0)" }
      guard let changed = paths.first(where: { $0.hasSuffix(".flac") }) else {
        throw Failure("there is no FLAC file")
      }
      // Reads everything once, so that the files are in memory for both.
      for path in paths { _ = try Data(contentsOf: URL(fileURLWithPath: path)) }
      let ours = try Tool.part(.folders, [music, "\(folder)/library.sqlite", changed]).readFigures()
      let mpd = try Tool.python(["mpd", music, folder, changed]).readFigures()
      let table = Table("A folder of \(files) files, s", ["", "library", "MPD"], nameWidth: 20)
      for name in ["songs", "first", "second", "scan of one change", "one change", "memory"] {
        table.row([name] + [ours, mpd].map { ($0[name] ?? .nan).rounded(to: 3) })
      }
      let verdict = Verdict()
      for name in ["second", "one change"] {
        verdict.check(name, ours[name] ?? .nan, bound: 1, unit: " s", margin: 1)
      }
      try verdict.conclude()
    }
  }
}

/// Scans a folder, scans it again unchanged and with one change, and updates one file.
enum FoldersPart {
  static func run(_ arguments: [String]) async throws {
    let (music, library, changed) = (arguments[0], arguments[1], arguments[2])
    let folders = LibraryFolders(library: library, inspector: MediaInspector())
    let clock = ContinuousClock()
    var report = LibraryFolders.Report()
    let first = try await clock.measure { report = try await folders.add(music) }
    Console.write("songs", Double(report.songs))
    Console.write("first", first / .seconds(1))
    let second = try await clock.measure { report = try await folders.scan() }
    try expect(report, reads: 0)
    Console.write("second", second / .seconds(1))
    try touch(changed)
    let scanned = try await clock.measure { report = try await folders.scan() }
    try expect(report, reads: 1)
    Console.write("scan of one change", scanned / .seconds(1))
    try touch(changed)
    let one = try await clock.measure { report = try await folders.update(changed) }
    try expect(report, reads: 1)
    Console.write("one change", one / .seconds(1))
    Console.write("memory", ProcessFigures.own.peakMemory)
  }

  private static func expect(_ report: LibraryFolders.Report, reads count: Int) throws {
    guard report.read == count else {
      throw Failure("\(report.read) files were read, not \(count)")
    }
  }

  private static func touch(_ path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }
}
