import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Creates metadata from a feed's data of an episode. The show becomes the album.
  ///
  /// Leaves out addresses of a private feed that have a query, because they may hold the user's
  /// secret.
  public init(_ episode: PodcastEpisode, of feed: PodcastFeed) {
    var details = TrackDetails()
    details.albumArtist = feed.author
    details.genres = feed.categories
    details.date = episode.published.flatMap(Self.day)
    details.isExplicit = episode.isExplicit ?? feed.isExplicit
    details.page = (episode.page ?? feed.page).flatMap { feed.shown($0) }
    details.artwork = (episode.image ?? feed.image).flatMap { feed.shown($0) }.map { Artwork($0) }
    details.chapters = episode.chapters.map { chapter in
      var chapter = chapter
      chapter.link = chapter.link.flatMap { feed.shown($0) }
      chapter.artwork = chapter.artwork?.url(atLeast: 0).flatMap { feed.shown($0) }
        .map { Artwork($0) }
      return chapter
    }
    self.init(
      title: episode.title ?? episode.subtitle,
      artist: episode.author ?? feed.author ?? feed.title,
      album: feed.title,
      duration: episode.duration,
      albumID: feed.id,
      discNumber: episode.season,
      trackNumber: episode.number,
      details: details
    )
  }

  /// Returns the day in GMT as `YYYY-MM-DD`; `nil` for years outside of 1 to 9999.
  private static func day(_ date: Date) -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
    guard parts.era == 1, let year = parts.year, let month = parts.month, let day = parts.day,
      (1...9_999) ~= year
    else { return nil }
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension PodcastFeed {
  /// Returns an address that may be shown and stored.
  fileprivate func shown(_ url: URL) -> URL? {
    isPrivate ? URL(publicAddress: url.absoluteString) : URL(page: url.absoluteString)
  }
}
