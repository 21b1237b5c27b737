import PlayerKit

extension QueuePlayer {
  /// Makes a random edit.
  func editAtRandom(_ generator: inout RandomSource, step: Int) {
    let count = entries.count
    let tracks = (0..<Int.random(in: 1...4, using: &generator)).map {
      URLTrack(path: "track \(step).\($0)")
    }
    let place = Int.random(in: 0...count, using: &generator)
    let entry = count > 0 ? entries[min(place, count - 1)].id : nil
    switch Int.random(in: 0..<14, using: &generator) {
    case 0...2: append(tracks)
    case 3, 4: _ = try? insert(tracks, at: place)
    case 5: playNext(tracks)
    case 6: entry.map { _ = try? move($0, to: Int.random(in: 0..<count, using: &generator)) }
    case 7: entry.map { _ = try? remove([$0]) }
    case 8: entry.map { _ = try? replace($0, with: URLTrack(path: "other \(step)")) }
    case 9: isShuffled.toggle()
    case 10: next()
    case 11:
      let end = min(count, place + Int.random(in: 0...9, using: &generator))
      try? remove(at: min(place, end)..<end)
    case 12 where step % 7 == 0: try? set(tracks, startAt: tracks.count - 1)
    case 12: append((0..<300).map { URLTrack(path: "many \(step).\($0)") })
    default:
      try? edit { queue in
        queue.append(tracks)
        if let entry { try queue.remove([entry]) }
        queue.playNext(tracks)
      }
    }
  }
}

/// Random numbers from a seed.
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
  }
}
