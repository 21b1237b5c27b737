import Foundation
import MediaInspection
import PlayerKit

/// Has an inspector look into media that was changed at random. Whatever is in it, the process must live:
/// `InspectionTorture FOLDER SEED COUNT`, FOLDER holding media to begin with. What is looked into lies in
/// SCRATCH (the fourth argument), so that it is there after a crash.
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let seed = UInt64(arguments[2]), let count = Int(arguments[3])
    else {
      FileHandle.standardError.write(Data("usage: FOLDER SEED COUNT SCRATCH\n".utf8))
      exit(2)
    }
    let folder = URL(fileURLWithPath: arguments[1])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let media = try names.map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
    let large = LargeMedia.make(of: media)
    let inspector = MediaInspector()
    let file = arguments[4]
    for bytes in media + large {
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      // What could not be read as it is would not be, either, when it is changed.
      _ = try await inspector.inspect(MediaSource(.file(path: file)))
    }
    var mutation = Mutation(media + large, seed: seed)
    var read = 0
    for number in 0..<count {
      // One that takes so long hangs: the system ends the process then.
      alarm(60)
      try Data(mutation.next()).write(to: URL(fileURLWithPath: file))
      if let found = try? await inspector.inspect(MediaSource(.file(path: file))) {
        read += 1
        if number % 4 == 0, let key = found.metadata.artwork?.key, key.source == "media" {
          _ = try? await inspector.picture(key.id, atLeast: 1)
        }
      }
    }
    guard read > count / 4 else {
      print("only \(read) of \(count) changed files could be read")
      exit(1)
    }
    print("seed \(seed): \(count) changed files, \(read) could be read, \(residentMegabytes()) MB")
  }

  /// The most memory that was used.
  private static func residentMegabytes() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss) >> 20
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) >> 10
    #endif
  }
}
