import Foundation
import PlayerKit

/// An episode during reading.
struct EpisodeDraft {
  /// A version of the media, with the properties that rank it.
  struct Form {
    var media: PodcastMedia
    /// Whether it is the main version, which precedes the others.
    var isMain: Bool
    var isDefault = false
  }

  var made = PodcastEpisode(id: "")
  var forms: [Form] = []
  /// The alternate version being read. Its sources follow.
  var alternate: Form?
  var updated: Date?
  var content: String?
  var description: String?
  var summary: String?
  var link: URL?
  var otherLink: URL?

  /// Returns the episode; `nil` if there is nothing to show or play.
  func finished() -> PodcastEpisode? {
    var episode = made
    episode.published = made.published ?? updated
    episode.notes = content ?? description ?? summary
    episode.page = link ?? otherLink
    episode.media = media
    episode.chapters.sort { $0.start < $1.start }
    if let length = made.duration { episode.soundbites.removeAll { $0.start >= length } }
    return episode.title != nil || !episode.media.isEmpty ? episode : nil
  }

  /// The playable versions, best first, without duplicate addresses.
  private var media: [PodcastMedia] {
    var seen: Set<URL> = []
    let ranked = forms.enumerated().compactMap { index, form in
      Self.rank(form).map { (rank: $0, index: index, media: form.media) }
    }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .map(\.media).filter { seen.insert($0.url).inserted }
  }

  /// Returns the rank: audio first, unknown types next, video last, and the main version before
  /// others. `nil` for pictures and texts.
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
