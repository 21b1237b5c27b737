import PlayerKit

/// The value of `--clip`: an entry, and the part of it to play.
struct ClipOption: Hashable {
  /// The entry, counted from 0.
  let index: Int
  /// The part to play.
  let clip: Clip

  /// Reads `N:FROM-TO`, in seconds. Returns `nil` if it is invalid or empty.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let index = Numbers.index(parts[0]) else {
      return nil
    }
    // Exponents are not allowed, because their sign would be read as the dash.
    let times = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard times.count == 2, times.allSatisfy({ $0.allSatisfy { "0123456789.".contains($0) } }),
      let start = Numbers.seconds(times[0]), let end = Numbers.seconds(times[1]),
      let clip = try? Clip(from: start, to: end)
    else { return nil }
    self.index = index
    self.clip = clip
  }
}

extension PlayOptions {
  /// The items to play, as whole tracks or as the requested clips.
  func items(of items: [QueueItem]) -> [QueueItem] {
    let clips = Dictionary(clips.map { ($0.index, $0.clip) }) { first, _ in first }
    return items.enumerated().map { index, item in
      clips[index].map { QueueItem(item.track, clip: $0) } ?? item
    }
  }
}
