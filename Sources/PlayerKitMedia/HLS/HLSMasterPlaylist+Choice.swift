import PlayerKitSystem

extension HLSMasterPlaylist {
  /// Returns the playlists to play, the best first. Audio alone comes before variants with video.
  ///
  /// - Parameter limit: the maximum bit rate, in bits per second. If all variants exceed it, the
  ///   one with the lowest comes first.
  func choices(limit: Int = .max) throws(HLSFailure) -> [URL] {
    // Computed once per group: a hostile playlist may have very many variants of a very large
    // group.
    let groups = Dictionary(grouping: renditions, by: \.group).mapValues(Self.preferred)
    let candidates = variants.compactMap { variant in
      candidate(variant, variant.audioGroup.flatMap { groups[$0] ?? nil })
    }
    let ranks = Dictionary(grouping: candidates, by: \.rank)
    var urls: [URL] = []
    var known: Set<URL> = []
    // Unplayable codecs are no alternative to playable ones.
    for rank in ranks.keys.sorted() where urls.isEmpty || rank != .unplayable {
      for candidate in Self.ordered(ranks[rank] ?? [], rank, limit)
      where known.insert(candidate.url).inserted {
        urls.append(candidate.url)
      }
    }
    guard !urls.isEmpty else { throw .noAudio }
    return urls
  }

  private static func ordered(
    _ candidates: [Candidate],
    _ rank: Rank,
    _ limit: Int
  ) -> [Candidate] {
    let ascending = candidates.sorted { $0.bandwidth < $1.bandwidth }
    // The higher the bit rate of video, the more data is wasted.
    guard rank != .withPictures else { return ascending }
    let fitting = ascending.filter { $0.bandwidth <= limit }
    return Array(fitting.reversed()) + ascending.dropFirst(fitting.count)
  }

  private enum Rank: Comparable {
    case soundAlone
    case rendition
    case withPictures
    /// All of its audio is in codecs that can't be played in parts.
    case unplayable
  }

  private struct Candidate {
    var rank: Rank
    var bandwidth: Int
    var url: URL
  }

  /// - Parameter rendition: its audio rendition, if any.
  /// - Returns: `nil` if it has no audio.
  private func candidate(_ variant: Variant, _ rendition: Rendition?) -> Candidate? {
    let hasPictures = variant.hasResolution || variant.codecs.contains(where: Self.isVideo)
    let sound = variant.codecs.filter { !Self.isVideo($0) }
    let isUnplayable = !sound.isEmpty && sound.allSatisfy(Self.isUnplayable)
    // A variant without declared codecs may have only video.
    let mayBeSilent = hasPictures || variant.codecs.isEmpty
    if mayBeSilent, let url = rendition?.url {
      let rank = isUnplayable ? Rank.unplayable : .rendition
      return Candidate(rank: rank, bandwidth: variant.bandwidth, url: url)
    }
    if !variant.codecs.isEmpty, sound.isEmpty, rendition == nil { return nil }
    let rank = isUnplayable ? Rank.unplayable : mayBeSilent ? .withPictures : .soundAlone
    return Candidate(rank: rank, bandwidth: variant.bandwidth, url: variant.url)
  }

  private static func preferred(of group: [Rendition]) -> Rendition? {
    group.first(where: \.isDefault) ?? group.first(where: \.isAutoselected) ?? group.first
  }

  private static func isUnplayable(_ codec: String) -> Bool {
    ["alac", "opus", "mp4a.40.42"].contains(codec.lowercased())
  }

  private static func isVideo(_ codec: String) -> Bool {
    ["avc", "hvc", "hev", "dvh", "dva", "vp0", "vp8", "vp9", "av01", "mp4v", "jpeg", "s263"]
      .contains { codec.lowercased().hasPrefix($0) }
      || ["stpp", "wvtt"].contains { codec.lowercased().hasPrefix($0) }
  }
}
