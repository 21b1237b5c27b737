import Foundation
import PlayerKit

/// An episode that is being read.
struct EpisodeDraft {
  /// A form of the media, and what tells which one is the best.
  struct Form {
    var media: PodcastMedia
    /// The main form, in the order of the feed, before others.
    var isMain: Bool
    var isDefault = false
  }

  var made = PodcastEpisode(id: "")
  var forms: [Form] = []
  /// The other form that is being read: its places follow.
  var alternate: Form?
  var updated: Date?
  var content: String?
  var description: String?
  var summary: String?
  var link: URL?
  var otherLink: URL?

  /// The episode; `nil` where there is nothing to show or to play.
  func finished(of feed: String) -> PodcastEpisode? {
    var episode = made
    episode.published = made.published ?? updated
    episode.notes = content ?? description ?? summary
    episode.page = link ?? otherLink
    episode.media = media
    episode.chapters.sort { $0.start < $1.start }
    guard episode.title != nil || !episode.media.isEmpty else { return nil }
    episode.id = NameUUID.text(of: name(of: episode), in: feed)
    return episode
  }

  /// What the episode is known by.
  private func name(of episode: PodcastEpisode) -> String {
    if let guid = episode.guid { return guid }
    if let url = episode.media.first?.url { return Self.place(of: url) }
    if let page = episode.page { return page.absoluteString }
    let day = episode.published.map { String(Int($0.timeIntervalSince1970.rounded())) }
    return [episode.title, day].compactMap(\.self).joined(separator: "\n")
  }

  /// An address without what changes: scheme and query.
  static func place(of url: URL) -> String {
    let text = url.absoluteString
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return String(text[start...].prefix { $0 != "?" && $0 != "#" })
  }

  /// The forms that can be played, the preferred first, each address once.
  private var media: [PodcastMedia] {
    var seen: Set<URL> = []
    let ranked = forms.enumerated().compactMap { index, form in
      Self.rank(form).map { (rank: $0, index: index, media: form.media) }
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .map(\.media).filter { seen.insert($0.url).inserted }
  }

  /// Sound, then what may be, then film; the main form before others. `nil` for pictures and texts.
  private static func rank(_ form: Form) -> Int? {
    let other = form.isMain ? 0 : form.isDefault ? 1 : 2
    let type = form.media.type ?? ""
    let ending = form.media.url.pathExtension.lowercased()
    let isSound = ["mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "m4b"].contains(ending)
    let isFilm = ["mp4", "m4v", "mov", "webm", "mkv"].contains(ending)
    switch type.prefix(while: { $0 != "/" }) {
    case "audio": return other
    case "video": return 20 + other
    case "image", "text": return isSound ? 10 + other : nil
    default:
      if type.contains("pdf") || type.contains("html") || type.contains("epub") { return nil }
      return isSound ? other : isFilm ? 20 + other : 10 + other
    }
  }
}
