import PlayerKitServices

extension YouTube {
  /// What to search for.
  public enum SearchKind: String, Sendable, Hashable, CaseIterable {
    /// Videos that may be embedded.
    case video
    /// Playlists.
    case playlist
    /// Channels.
    case channel
  }

  /// A result of a search. It has an id and a snippet only.
  public struct SearchResult: ListMember {
    /// `search`.
    public static var resource: String { "search" }

    /// The id of the found item.
    public var id: Identity
    /// Title, channel, and pictures. The texts are escaped for HTML.
    public var snippet: Snippet?

    /// The id of a video, a playlist, or a channel.
    public struct Identity: Codable, Hashable, Sendable {
      /// The id of a video.
      public var videoId: String?
      /// The id of a playlist.
      public var playlistId: String?
      /// The id of a channel.
      public var channelId: String?
    }

    /// The title as plain text.
    public var title: String? { snippet?.title.map(HTMLText.decoded) }
    /// The name of the channel as plain text.
    public var channelTitle: String? { snippet?.channelTitle.map(HTMLText.decoded) }
  }

  /// A playlist.
  public struct Playlist: ListMember, Identifiable {
    /// `playlists`.
    public static var resource: String { "playlists" }

    /// The id.
    public var id: String
    /// Title, channel, and pictures.
    public var snippet: Snippet?
    /// The number of places.
    public var contentDetails: PlaylistContents?
  }

  /// The contents of a playlist.
  public struct PlaylistContents: Codable, Hashable, Sendable {
    /// The number of places. Deleted videos count.
    public var itemCount: Int?
  }

  /// A place in a playlist.
  public struct PlaylistItem: ListMember {
    /// `playlistItems`.
    public static var resource: String { "playlistItems" }

    /// Title and pictures of the video. A deleted video is called “Deleted video”.
    public var snippet: Snippet?
    /// The video.
    public var contentDetails: PlaceContents?

    /// The id of the video. The video may be deleted or private.
    public var videoID: String? { contentDetails?.videoId }
  }

  /// The contents of a place in a playlist.
  public struct PlaceContents: Codable, Hashable, Sendable {
    /// The id of the video.
    public var videoId: String?
    /// When the video was published, as sent. Missing if it is deleted or private.
    public var videoPublishedAt: String?
  }

  /// A channel.
  public struct Channel: ListMember, Identifiable {
    /// `channels`.
    public static var resource: String { "channels" }

    /// The id: `UC` and 22 characters.
    public var id: String
    /// Title, handle, and pictures.
    public var snippet: Snippet?
    /// The channel's lists.
    public var contentDetails: ChannelContents?

    /// The id of the playlist with all uploads.
    public var uploads: String? { contentDetails?.relatedPlaylists?.uploads }
  }

  /// The lists of a channel.
  public struct ChannelContents: Codable, Hashable, Sendable {
    /// The lists, by their purpose.
    public var relatedPlaylists: RelatedPlaylists?

    /// The ids of playlists.
    public struct RelatedPlaylists: Codable, Hashable, Sendable {
      /// All uploads, newest first.
      public var uploads: String?
    }
  }
}

/// Decodes text with references of HTML.
enum HTMLText {
  private static let names: [Substring: Character] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// Replaces references such as `&amp;` and `&#39;` by their characters, once. Unknown references
  /// stay.
  static func decoded(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      let name = rest[mark...].dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" }
      if name.endIndex < rest.endIndex, rest[name.endIndex] == ";", let found = character(name) {
        result.append(found)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result.append("&")
        rest = rest[mark...].dropFirst()
      }
    }
    return result + rest
  }

  private static func character(_ name: Substring) -> Character? {
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.dropFirst()
    let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
    let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value >= 0x20 else { return nil }
    return Character(scalar)
  }
}
