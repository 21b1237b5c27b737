import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport

/// Inspects media that was changed at random. The process must survive any contents.
struct ChangedMedia {
  private let media: [[UInt8]]
  private let seed: UInt64
  /// The inspected file, which remains after a crash.
  private let file: String
  private let inspector = MediaInspector()

  /// - Parameter folder: The media to change.
  init(in folder: String, seed: UInt64, scratch: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let files = try names.map { Array(try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
    media = files + LargeMedia.make(of: files)
    (self.seed, file) = (seed, scratch)
  }

  private var source: MediaSource { MediaSource(.file(path: file)) }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

  /// - Returns: Whether enough of it could be read.
  func inspect(_ count: Int) async throws -> Bool {
    for bytes in media {
      try write(bytes)
      // Media that cannot be read before it is changed would test nothing.
      _ = try await inspector.inspect(source)
    }
    guard try await inspectHungryMedia() else { return false }
    var mutation = MediaMutation(media, seed: seed)
    var read = 0
    for number in 0..<count {
      // If one takes longer, it hangs. The system ends the process then.
      alarm(60)
      try write(mutation.next())
      if let found = try? await inspector.inspect(source) {
        read += 1
        if number % 4 == 0, let key = found.metadata.artwork?.key, key.source == "media" {
          _ = try? await inspector.picture(key.id, atLeast: 1)
        }
      }
      _ = try? await inspector.waveform(of: source, points: 100)
    }
    guard read > count / 4 else {
      say("only \(read) of \(count) changed files could be read")
      return false
    }
    say("seed \(seed): \(count) changed files, \(read) could be read, \(PeakMemory.megabytes) MB")
    return true
  }

  /// Inspects small files that claim to be large. They must not make the inspector use much memory.
  private func inspectHungryMedia() async throws -> Bool {
    // An index may make libavformat allocate some 2 million entries.
    let limit = PeakMemory.megabytes + 150
    for (name, bytes) in HungryMedia.all {
      alarm(60)
      try write(bytes)
      let title = try await inspector.inspect(source).metadata.title
      _ = try? await inspector.waveform(of: source, points: 100)
      guard title == HungryMedia.title, PeakMemory.megabytes < limit else {
        say("\(name): \(bytes.count) bytes took \(PeakMemory.megabytes) MB, tag \(title ?? "lost")")
        return false
      }
    }
    return true
  }
}
