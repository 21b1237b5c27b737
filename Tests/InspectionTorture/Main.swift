import Foundation
import MediaInspection
import MediaSupport
import PlayerKit

/// Has an inspector look into media that was changed at random. Whatever is in it, the process must live:
/// `InspectionTorture FOLDER SEED COUNT`, FOLDER holding media to begin with. What is looked into lies in
/// SCRATCH (the fourth argument), so that it is there after a crash. `InspectionTorture describe FILE …` says
/// what is in media as it is, for comparisons.
@main
enum Main {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().first == "describe" {
      return try await Description.print(Array(arguments.dropFirst(2)))
    }
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
    try await feedHungry(inspector, file)
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
      _ = try? await inspector.waveform(of: MediaSource(.file(path: file)), points: 100)
    }
    guard read > count / 4 else {
      print("only \(read) of \(count) changed files could be read")
      exit(1)
    }
    print("seed \(seed): \(count) changed files, \(read) could be read, \(PeakMemory.megabytes) MB")
  }

  /// Small files that say that they are large may not have much memory used.
  private static func feedHungry(_ inspector: MediaInspector, _ file: String) async throws {
    // An index may have libavformat make some 2 million entries.
    let most = PeakMemory.megabytes + 150
    for (name, bytes) in HungryMedia.all {
      alarm(20)
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      let title = try await inspector.inspect(MediaSource(.file(path: file))).metadata.title
      _ = try? await inspector.waveform(of: MediaSource(.file(path: file)), points: 100)
      guard title == HungryMedia.title, PeakMemory.megabytes < most else {
        print(
          "\(name): \(bytes.count) bytes took \(PeakMemory.megabytes) MB, tag \(title ?? "lost")"
        )
        exit(1)
      }
    }
  }
}
