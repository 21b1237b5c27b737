import BenchmarkKit
import Foundation
import MediaInspection
import PlayerKitLibrary

/// Measures a folder of music in a library: the first scan, a second one, and one file that changes.
///
///     library-folders FOLDER LIBRARY CHANGED
///
/// CHANGED is the path of one of the files. Prints lines of a name, a tab and a figure. `Scripts/bench-library.sh`
/// compares them with MPD's.
@main
enum FolderFigures {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 3 else {
      Console.note("usage: library-folders FOLDER LIBRARY CHANGED")
      exit(2)
    }
    let folders = LibraryFolders(library: arguments[1], inspector: MediaInspector())
    let clock = ContinuousClock()
    var report = LibraryFolders.Report()
    let first = try await clock.measure { report = try await folders.add(arguments[0]) }
    Console.write("songs\t\(report.songs)")
    Console.write("first\t\(first / .seconds(1))")
    let second = try await clock.measure { report = try await folders.scan() }
    guard report.read == 0 else { throw POSIXError(.EIO) }
    Console.write("second\t\(second / .seconds(1))")
    try touch(arguments[2])
    let scanned = try await clock.measure { report = try await folders.scan() }
    guard report.read == 1 else { throw POSIXError(.EIO) }
    Console.write("scan of one change\t\(scanned / .seconds(1))")
    try touch(arguments[2])
    let one = try await clock.measure { report = try await folders.update(arguments[2]) }
    guard report.read == 1 else { throw POSIXError(.EIO) }
    Console.write("one change\t\(one / .seconds(1))")
    Console.write("memory\t\(ProcessFigures.ownPeak())")
  }

  private static func touch(_ path: String) throws {
    try FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: path)
  }
}
