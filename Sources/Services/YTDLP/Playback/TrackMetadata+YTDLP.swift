import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  private static let maximumChapters = 2_000

  /// Creates metadata from yt-dlp's data of a page.
  public init(_ info: YTDLP.Info) {
    var details = TrackDetails()
    details.artists = (info.artists ?? []).prefix(100).map(\.bounded)
    details.genres = [info.genre?.bounded].compactMap(\.self)
    details.date = info.releaseYear.flatMap { (1_000...9_999).contains($0) ? String($0) : nil }
    details.page = URL(page: info.page ?? (info.isReference ? info.url : nil))
    details.attribution = (info.channel ?? info.uploader)?.bounded
    details.artwork = Artwork(info)
    details.chapters = (info.chapters ?? []).prefix(Self.maximumChapters).compactMap { chapter in
      guard let start = Duration(plausibleSeconds: chapter.start) else { return nil }
      return Chapter(
        title: chapter.title?.bounded,
        start: start,
        end: Duration(plausibleSeconds: chapter.end)
      )
    }
    let artists = details.artists.isEmpty ? nil : details.artists.joined(separator: ", ")
    self.init(
      title: (info.track ?? info.title)?.bounded,
      artist: (info.artist ?? artists ?? info.channel ?? info.uploader)?.bounded,
      album: info.album?.bounded,
      duration: Duration(plausibleSeconds: info.duration)?.ifPlausible,
      trackNumber: info.trackNumber,
      details: details
    )
  }
}

extension Artwork {
  /// Creates artwork from the pictures with public addresses.
  init?(_ info: YTDLP.Info) {
    let sizes = (info.thumbnails ?? []).suffix(50).map { picture in
      let sides = [picture.width, picture.height].compactMap(\.self)
      return (address: picture.url, size: sides.max().flatMap { $0 > 0 ? $0 : nil })
    }
    let all = sizes + (info.thumbnail.map { [(address: Optional($0), size: nil)] } ?? [])
    self.init(addresses: all)
  }
}

extension Duration {
  /// `nil` for implausible durations, because the number is untrusted.
  init?(plausibleSeconds seconds: Double?) {
    guard let seconds, seconds >= 0, seconds < 7 * 86_400 else { return nil }
    self = .seconds(seconds)
  }
}
