import Foundation
import PlayerKitServices

extension YouTube {
  /// A video.
  public struct Video: ListMember, Identifiable {
    /// `videos`.
    public static var resource: String { "videos" }

    /// The id: 11 characters.
    public var id: String
    /// Title, channel, and pictures.
    public var snippet: Snippet?
    /// Duration and countries.
    public var contentDetails: ContentDetails?
    /// Whether other pages may show it.
    public var status: Status?
    /// The times of a live stream or a premiere. `nil` for other videos.
    public var liveStreamingDetails: LiveStreamingDetails?

    /// The duration. `nil` if it is unknown, as for a live stream.
    public var duration: Duration? {
      contentDetails?.duration.flatMap(Duration.init(iso8601:))?.ifPlausible
    }

    /// Whether other pages may show the video. `nil` if the service does not state it.
    public var isEmbeddable: Bool? { status?.embeddable }

    /// Whether the video is a live stream now.
    public var isLive: Bool { snippet?.liveBroadcastContent == "live" }

    /// Whether the video is announced and not available yet: a premiere or a live stream.
    public var isUpcoming: Bool { snippet?.liveBroadcastContent == "upcoming" }

    /// Whether the owner blocks the video in a country, given as two letters.
    public func isBlocked(in country: String) -> Bool {
      let country = country.uppercased()
      guard let restriction = contentDetails?.regionRestriction else { return false }
      if let allowed = restriction.allowed { return !allowed.contains(country) }
      return restriction.blocked?.contains(country) == true
    }
  }

  /// What a video, a playlist, or a channel says about itself.
  public struct Snippet: Codable, Hashable, Sendable {
    /// The title. In searches it is escaped for HTML; see ``SearchResult/title``.
    public var title: String?
    /// The description. Untrusted text, often long.
    public var description: String?
    /// When it was published, as sent.
    public var publishedAt: String?
    /// The id of its channel.
    public var channelId: String?
    /// The name of its channel.
    public var channelTitle: String?
    /// The category, as a number. Music is `10`. Only of videos.
    public var categoryId: String?
    /// `none`, `live`, or `upcoming`. Only of videos and search results.
    public var liveBroadcastContent: String?
    /// The handle of a channel, with `@`. Only of channels.
    public var customUrl: String?
    /// The pictures.
    public var thumbnails: Thumbnails?
    /// The name of the video's channel. Only of places in playlists, whose ``channelTitle`` is the
    /// owner of the list.
    public var videoOwnerChannelTitle: String?
  }

  /// A picture in its sizes.
  public struct Thumbnails: Codable, Hashable, Sendable {
    /// About 120 pixels wide; for channels 88.
    public var `default`: Thumbnail?
    /// About 320 pixels wide; for channels 240.
    public var medium: Thumbnail?
    /// About 480 pixels wide; for channels 800.
    public var high: Thumbnail?
    /// 640 pixels wide.
    public var standard: Thumbnail?
    /// 1,280 pixels wide.
    public var maxres: Thumbnail?

    /// The sizes that are there, the smallest first.
    public var all: [Thumbnail] { [`default`, medium, high, standard, maxres].compactMap(\.self) }
  }

  /// A picture in one size.
  public struct Thumbnail: Codable, Hashable, Sendable {
    /// The address.
    public var url: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
  }

  /// The contents of a video.
  public struct ContentDetails: Codable, Hashable, Sendable {
    /// The duration in the form of ISO 8601, such as `PT3M33S`; see ``Video/duration``.
    public var duration: String?
    /// The countries in which it can be played. `nil` for all.
    public var regionRestriction: RegionRestriction?
    /// The ratings by age.
    public var contentRating: ContentRating?
  }

  /// The countries in which a video can be played: either `allowed` or `blocked` is there.
  public struct RegionRestriction: Codable, Hashable, Sendable {
    /// The only countries in which it can be played, as codes of two capital letters.
    public var allowed: [String]?
    /// The countries in which it can't be played.
    public var blocked: [String]?
  }

  /// The ratings of a video.
  public struct ContentRating: Codable, Hashable, Sendable {
    /// `ytAgeRestricted` if YouTube shows it to adults only.
    public var ytRating: String?
  }

  /// The status of a video.
  public struct Status: Codable, Hashable, Sendable {
    /// Whether other pages may show it.
    public var embeddable: Bool?
    /// `public`, `unlisted`, or `private`.
    public var privacyStatus: String?
    /// `processed`, or why it is not.
    public var uploadStatus: String?
  }

  /// The times of a live stream or a premiere, as sent.
  public struct LiveStreamingDetails: Codable, Hashable, Sendable {
    /// When it is to begin.
    public var scheduledStartTime: String?
    /// When it began.
    public var actualStartTime: String?
    /// When it ended.
    public var actualEndTime: String?
  }
}

extension Duration {
  /// Reads a duration in the form of ISO 8601: `PT3M33S`, `PT1H2M`, `P1DT2H`, or `P1W`, with whole
  /// numbers. `nil` for anything else.
  init?(iso8601 text: String) {
    guard text.hasPrefix("P"), text.utf8.count <= 40 else { return nil }
    let parts = text.dropFirst().split(
      separator: "T",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    var total = 0
    let units: [[(Character, Int)]] = [
      [("W", 604_800), ("D", 86_400)], [("H", 3_600), ("M", 60), ("S", 1)],
    ]
    for (part, units) in zip(parts, units) {
      guard let seconds = Self.seconds(part, units) else { return nil }
      let (sum, isTooLong) = total.addingReportingOverflow(seconds)
      guard !isTooLong else { return nil }
      total = sum
    }
    guard text.utf8.count > 1, text.last != "T" else { return nil }
    self = .seconds(total)
  }

  /// Returns the sum of numbers with units, which must come in this order.
  private static func seconds(_ text: Substring, _ units: [(Character, Int)]) -> Int? {
    var total = 0
    var rest = text
    var units = units[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), let letter = rest.dropFirst(digits.count).first,
        let place = units.firstIndex(where: { $0.0 == letter })
      else { return nil }
      let (part, isTooLong) = number.multipliedReportingOverflow(by: units[place].1)
      let (sum, isSumTooLong) = total.addingReportingOverflow(part)
      guard !isTooLong, !isSumTooLong else { return nil }
      total = sum
      units = units[(place + 1)...]
      rest = rest.dropFirst(digits.count + 1)
    }
    return total
  }
}
