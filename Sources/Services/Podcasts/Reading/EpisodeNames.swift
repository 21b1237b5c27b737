import Foundation

/// Gives the episodes of a feed ids that stay the same when episodes are added. Pure.
enum EpisodeNames {
  /// The possible names of an episode, best first, and its media, which distinguishes episodes of
  /// the same name.
  private struct Candidate {
    let names: [String]
    let media: String
    var level = 0

    var name: String { names[level] }
  }

  /// Returns the episodes with their ids, without duplicates.
  ///
  /// An episode is named by its guid, or else by the location of its media. A name shared by
  /// different media is used for none of them, because the next episode could change which one gets
  /// it.
  static func name(_ episodes: [PodcastEpisode], of feed: String) -> [PodcastEpisode] {
    var candidates = episodes.map(candidate)
    var isChanged = true
    while isChanged {
      isChanged = false
      let shared = sharedNames(candidates)
      for index in candidates.indices where shared.contains(candidates[index].name) {
        guard candidates[index].level + 1 < candidates[index].names.count else { continue }
        candidates[index].level += 1
        isChanged = true
      }
    }
    var known: Set<String> = []
    return zip(episodes, candidates).compactMap { episode, candidate in
      guard known.insert(candidate.name).inserted else { return nil }
      var episode = episode
      episode.id = NameUUID.text(of: candidate.name, in: feed)
      return episode
    }
  }

  /// Returns the names that are shared by different media.
  private static func sharedNames(_ candidates: [Candidate]) -> Set<String> {
    var media: [String: String] = [:]
    var shared: Set<String> = []
    for candidate in candidates {
      if let other = media.updateValue(candidate.media, forKey: candidate.name),
        other != candidate.media
      {
        shared.insert(candidate.name)
      }
    }
    return shared
  }

  private static func candidate(_ episode: PodcastEpisode) -> Candidate {
    let address = episode.media.first?.url
    let place = address.map(place)
    if let guid = episode.guid {
      return Candidate(names: [guid] + [place].compactMap(\.self), media: place ?? "")
    }
    // Without a guid, the whole address is used if its location is not unique.
    let day = episode.published.map { String(Int($0.timeIntervalSince1970.rounded())) }
    let words = [episode.title, day].compactMap(\.self).joined(separator: "\n")
    let whole = address?.absoluteString
    let names = [place ?? episode.page?.absoluteString, whole].compactMap(\.self)
    return Candidate(names: names.isEmpty ? [words] : names, media: whole ?? words)
  }

  /// Returns an address without scheme and query, which may change.
  private static func place(of url: URL) -> String {
    let text = url.absoluteString
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return String(text[start...].prefix { $0 != "?" && $0 != "#" })
  }
}
