#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HLSMasterPlaylist {
  /// The playlists to play, the best first: sound alone comes before variants with pictures.
  ///
  /// - Parameter limit: the maximum bit rate, in bits a second. If all variants have more, the one with
  ///   the lowest comes first.
  func choices(limit: Int = .max) throws(HLSFailure) -> [URL] {
    // Once for each group: a hostile playlist may have very many variants of a very large one.
    let groups = Dictionary(grouping: renditions, by: \.group).mapValues(Self.preferred)
    let candidates = variants.compactMap { variant in
      candidate(variant, variant.audioGroup.flatMap { groups[$0] ?? nil })
    }
    let ranks = Dictionary(grouping: candidates, by: \.rank)
    var urls: [URL] = []
    var known: Set<URL> = []
    // Codecs that can't be played are no alternative to those that can.
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
    // The higher the bit rate of pictures, the more is loaded in vain.
    guard rank != .withPictures else { return ascending }
    let fitting = ascending.filter { $0.bandwidth <= limit }
    return Array(fitting.reversed()) + ascending.dropFirst(fitting.count)
  }

  private enum Rank: Comparable {
    case soundAlone
    case rendition
    case withPictures
    /// All of its sound is in codecs that can't be played in parts.
    case unplayable
  }

  private struct Candidate {
    var rank: Rank
    var bandwidth: Int
    var url: URL
  }

  /// - Parameter rendition: the rendition of sound that belongs to it, if there is any.
  /// - Returns: `nil` if it has no sound.
  private func candidate(_ variant: Variant, _ rendition: Rendition?) -> Candidate? {
    let hasPictures = variant.hasResolution || variant.codecs.contains(where: Self.isVideo)
    let sound = variant.codecs.filter { !Self.isVideo($0) }
    let isUnplayable = !sound.isEmpty && sound.allSatisfy(Self.isUnplayable)
    // One that does not tell its codecs may be of pictures alone.
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
