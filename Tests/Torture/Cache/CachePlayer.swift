import Foundation
import PlayerKit
import PlayerKitMedia

/// Plays tracks from a cache, whole and in part, endlessly, and reports faults.
struct CachePlayer {
  let folder: String
  let port: UInt16
  let seed: UInt64

  func run() async {
    let cache = MediaCache(folder: folder, limit: InventedMedia.limit)
    var random = SeededGenerator(seed: seed)
    var count = 0
    say("ready")
    while true {
      count += 1
      let track = random.below(InventedMedia.count)
      if track < InventedMedia.keptCount, random.below(2) == 0 {
        do throws(PlayerError) {
          try await cache.keep(URLTrack(path: "\(track)"), by: Resolver(port: port))
          say("kept \(track)")
        } catch {
          say("not kept \(track): \(error.code.rawValue)")
        }
        continue
      }
      let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
      let hearing = "\(seed).\(count)"
      let source = InventedMedia.source(track, port: port, hearing: hearing)
      let pieces = hear(opener.open(source).makeStream(), &random)
      let bytes = pieces.reduce(0) { $0 + $1.bytes.count }
      let isRight = InventedMedia.version(of: pieces, track) != nil
      say(isRight ? "read \(hearing) \(bytes)" : "wrong \(track)")
      opener.close()
    }
  }

  private func hear(_ stream: any ByteStream, _ random: inout SeededGenerator) -> [Piece] {
    defer { stream.close() }
    var pieces: [Piece] = []
    do throws(PlayerError) {
      if random.below(2) == 0 {
        pieces.append(Piece(offset: 0))
        try stream.read(.max, into: &pieces)
      } else {
        for _ in 0...random.below(4) {
          let offset = random.below(Int(stream.size ?? 0))
          guard stream.isSeekable else { break }
          try stream.seek(to: Int64(offset))
          pieces.append(Piece(offset: offset))
          try stream.read(1_000 + random.below(100_000), into: &pieces)
        }
      }
    } catch {
      // Media that changes during playback is an error. The bytes before it have to be right.
    }
    return pieces
  }
}
