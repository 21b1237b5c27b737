#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension HLSMasterPlaylist {
  /// Where the parts lie that are to be played: those with sound alone before those that carry pictures.
  ///
  /// - Parameter limit: how many bits a second are wanted at most. Where all have more, it is the one
  ///   with the least.
  func choice(limit: Int = .max) throws(HLSFailure) -> URL {
    let groups = Dictionary(grouping: renditions, by: \.group)
    let candidates = variants.compactMap { variant in
      candidate(variant, variant.audioGroup.flatMap { groups[$0] } ?? [])
    }
    guard let best = candidates.map(\.rank).min() else { throw .noAudio }
    let equals = candidates.filter { $0.rank == best }.sorted { $0.bandwidth < $1.bandwidth }
    // The more bits a second pictures have, the less of them is wanted.
    let fitting = best == .withPictures ? equals.first : equals.last { $0.bandwidth <= limit }
    guard let chosen = fitting ?? equals.first else { throw .noAudio }
    return chosen.url
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

  /// - Parameter group: the renditions of sound that belong to it.
  /// - Returns: `nil` where it has no sound.
  private func candidate(_ variant: Variant, _ group: [Rendition]) -> Candidate? {
    let hasPictures = variant.hasResolution || variant.codecs.contains(where: Self.isVideo)
    let sound = variant.codecs.filter { !Self.isVideo($0) }
    let isUnplayable = !sound.isEmpty && sound.allSatisfy(Self.isUnplayable)
    // One that does not tell its codecs may be of pictures alone.
    let mayBeSilent = hasPictures || variant.codecs.isEmpty
    if mayBeSilent, let rendition = Self.preferred(of: group), let url = rendition.url {
      let rank = isUnplayable ? Rank.unplayable : .rendition
      return Candidate(rank: rank, bandwidth: variant.bandwidth, url: url)
    }
    if !variant.codecs.isEmpty, sound.isEmpty, group.isEmpty { return nil }
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
