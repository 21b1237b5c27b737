import Foundation
import MediaLoading
import PlayerKit

/// Plays tracks from a cache, whole and in part, without end, and tells what is wrong with them.
struct Victim {
  let folder: String
  let port: UInt16
  let seed: UInt64

  func run() async {
    let cache = MediaCache(folder: folder, limit: Media.limit)
    var random = Chance(state: seed)
    say("ready")
    while true {
      let track = random.below(Media.count)
      let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
      if track < 2, random.below(2) == 0 {
        do {
          try await cache.keep(URLTrack(path: "\(track)"), by: Resolver(port: port))
          say("kept \(track)")
        } catch {
          say("not kept \(track)")
        }
      } else {
        let pieces = hear(opener.open(Media.source(track, port: port)).makeStream(), &random)
        let count = pieces.reduce(0) { $0 + $1.bytes.count }
        // The newest version has the number of the last round.
        let isRight = Media.isOfOneVersion(pieces, track, upTo: Int(seed / 2))
        say(isRight ? "read \(count)" : "wrong \(track)")
      }
      opener.close()
    }
  }

  private func hear(
    _ stream: any ByteStream,
    _ random: inout Chance
  ) -> [(offset: Int, bytes: Data)] {
    defer { stream.close() }
    var pieces: [(offset: Int, bytes: Data)] = []
    do throws(PlayerError) {
      if random.below(2) == 0 {
        pieces.append((0, Data()))
        try read(.max, of: stream, at: 0, into: &pieces)
      } else {
        for _ in 0...random.below(4) {
          let offset = random.below(Int(stream.size ?? 0))
          guard stream.isSeekable else { break }
          try stream.seek(to: Int64(offset))
          pieces.append((offset, Data()))
          try read(1_000 + random.below(100_000), of: stream, at: offset, into: &pieces)
        }
      }
    } catch {
      // Media that changes while it is heard is an error; what came before has to be right.
    }
    return pieces
  }

  private func read(
    _ count: Int,
    of stream: any ByteStream,
    at offset: Int,
    into pieces: inout [(offset: Int, bytes: Data)]
  ) throws(PlayerError) {
    var piece = [UInt8](repeating: 0, count: 20_000)
    var left = count
    while left > 0 {
      let count = try stream.read(into: &piece)
      if count == 0 { return }
      pieces[pieces.count - 1].bytes.append(contentsOf: piece.prefix(min(count, left)))
      left -= count
    }
  }
}
