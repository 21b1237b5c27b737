import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension TrackMetadata {
  /// Creates metadata from YouTube's data of a video.
  ///
  /// YouTube states no artist. The artist is the name of an artist's own channel (`Name - Topic`),
  /// or the part of a music video's title before a dash, or else the channel.
  public init(_ video: YouTube.Video) {
    let snippet = video.snippet
    let name = VideoName(
      snippet?.title,
      channel: snippet?.channelTitle,
      isMusic: snippet?.categoryId == YouTube.musicCategory
    )
    var details = TrackDetails()
    details.page = URL(page: "https://youtu.be/" + video.id)
    // YouTube's terms require attribution.
    details.attribution = "YouTube"
    details.artwork = snippet?.thumbnails?.artwork
    self.init(title: name.title, artist: name.artist, duration: video.duration, details: details)
  }
}

extension YouTube.Thumbnails {
  /// The picture in its sizes; `nil` if it has no public address.
  public var artwork: Artwork? {
    Artwork(
      addresses: all.map { picture in
        let side = max(picture.width ?? 0, picture.height ?? 0)
        return (address: picture.url, size: side > 0 ? side : nil)
      }
    )
  }
}

/// The title and the artist of a video, by the names of the video and its channel.
///
/// Remarks such as `(Official Video)` stay in the title. `RecordingMatcher` ignores them.
struct VideoName: Equatable {
  var title: String?
  var artist: String?

  init(_ title: String?, channel: String?, isMusic: Bool) {
    let topic = " - Topic"
    if let channel, channel.hasSuffix(topic), channel.count > topic.count {
      self.title = title
      artist = String(channel.dropLast(topic.count))
      return
    }
    guard isMusic, let title, let (first, second) = Self.parts(title) else {
      self.title = title
      artist = channel
      return
    }
    // Some channels write their name after the title.
    let owner = Self.plain(channel ?? "")
    let isReversed = !owner.isEmpty && Self.plain(second) == owner && Self.plain(first) != owner
    self.title = isReversed ? first : second
    artist = isReversed ? second : first
  }

  /// Splits at the first dash between spaces.
  private static func parts(_ title: String) -> (String, String)? {
    let dash = [" - ", " – ", " — "].compactMap { title.firstRange(of: $0) }
      .min { $0.lowerBound < $1.lowerBound }
    guard let dash else { return nil }
    let parts = [title[..<dash.lowerBound], title[dash.upperBound...]].map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return parts.contains("") ? nil : (parts[0], parts[1])
  }

  /// A name without case, spaces, and the endings of artists' channels.
  private static func plain(_ name: String) -> String {
    var plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    for ending in ["vevo", "official", "music"]
    where plain.hasSuffix(ending) && plain.count > ending.count {
      plain = String(plain.dropLast(ending.count))
    }
    return plain
  }
}
