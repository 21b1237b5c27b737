import Foundation

/// Gives the episodes of a feed ids that stay when others come. Pure.
enum EpisodeNames {
  /// The names of an episode, the best first, and what tells it from others of the same name.
  private struct Candidate {
    let names: [String]
    let media: String
    var level = 0

    var name: String { names[level] }
  }

  /// The episodes with their ids. What stands in the feed twice is left out the second time.
  ///
  /// An episode goes by its guid, else by the place of its media. A name that two media have is the name of
  /// neither: which one has it would change with the next episode.
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

  /// The names that stand for several media.
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
    // Without a guid all of the address counts where its place does not do.
    let day = episode.published.map { String(Int($0.timeIntervalSince1970.rounded())) }
    let words = [episode.title, day].compactMap(\.self).joined(separator: "\n")
    let whole = address?.absoluteString
    let names = [place ?? episode.page?.absoluteString, whole].compactMap(\.self)
    return Candidate(names: names.isEmpty ? [words] : names, media: whole ?? words)
  }

  /// An address without what changes: scheme and query.
  private static func place(of url: URL) -> String {
    let text = url.absoluteString
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return String(text[start...].prefix { $0 != "?" && $0 != "#" })
  }
}
