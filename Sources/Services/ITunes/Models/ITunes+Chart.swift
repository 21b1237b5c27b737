import Foundation
import PlayerKitServices

extension ITunes {
  /// A chart from Apple's feeds: the most played items in a country, in order.
  public struct Chart: Hashable, Sendable {
    /// The title, in the language of the country.
    public let title: String?
    /// The country as two lowercase letters.
    public let country: String?
    /// The time of the last update, as sent: `Fri, 20 Nov 2026 12:00:00 +0000`.
    public let updated: String?
    /// The readable members.
    public let entries: [Entry]
    /// The members that could not be read.
    public let unreadable: [UnreadableMember]
  }
}

extension ITunes.Chart {
  /// The kind of a chart's members. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates a kind from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Songs.
    public static let songs = Kind(rawValue: "songs")
    /// Albums.
    public static let albums = Kind(rawValue: "albums")
    /// Playlists.
    public static let playlists = Kind(rawValue: "playlists")
    /// Music videos.
    public static let musicVideos = Kind(rawValue: "music-videos")
  }

  /// The available lengths of a chart.
  @nonexhaustive public enum Size: Int, Sendable, CaseIterable {
    /// 10.
    case ten = 10
    /// 25.
    case twentyFive = 25
    /// 50.
    case fifty = 50
    /// 100.
    case hundred = 100
  }

  /// A member of a chart.
  public struct Entry: Identifiable, Hashable, Sendable {
    /// The id, which is the same in the Apple Music API.
    public let id: String
    /// All fields by their JSON names.
    public let fields: [String: JSONValue]

    /// `songs`, `albums`, `playlists` or `music-videos`.
    public var kind: String? { fields["kind"]?.string }
    /// The name.
    public var name: String? { fields["name"]?.string }
    /// The artist's name.
    public var artistName: String? { fields["artistName"]?.string }
    /// The artist's id; `nil` for various artists and for playlists.
    public var artistID: String? { fields["artistId"]?.storeID }
    /// The release date, such as `2021-03-05`.
    public var releaseDate: String? { fields["releaseDate"]?.string }
    /// The web page.
    public var viewURL: URL? { fields["url"]?.string.flatMap { URL(string: $0) } }
    /// Whether it is explicit. The service misspells the value as `Explict`, which it may fix.
    public var isExplicit: Bool {
      fields["contentAdvisoryRating"]?.string?.lowercased().hasPrefix("expl") == true
    }
    /// The names of the genres, including `Music`.
    public var genreNames: [String] {
      fields["genres"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
    }
    /// The ids of the genres, as in ``ITunes/GenreTree``.
    public var genreIDs: [String] {
      fields["genres"]?.array?.compactMap { $0.object?["genreId"]?.storeID } ?? []
    }

    /// Returns the cover as a square of about `pixels` a side.
    public func artworkURL(pixels: Int) -> URL? {
      fields["artworkUrl100"]?.string.flatMap {
        URL(string: ITunes.artwork($0, pixels: pixels))
      }
    }
  }
}

extension ITunes.Chart: Decodable {
  /// Decodes a feed.
  ///
  /// - Throws: `DecodingError` if there is no feed with results.
  public init(from decoder: any Decoder) throws {
    let document = try [String: JSONValue](from: decoder)
    guard let feed = document["feed"]?.object, let members = feed["results"]?.array else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no feed with results")
      )
    }
    var entries: [Entry] = []
    var unreadable: [UnreadableMember] = []
    for (index, json) in members.enumerated() {
      // Ids of playlists are not numbers.
      let id = json.object?["id"].flatMap { $0.storeID ?? $0.string }
      if let fields = json.object, let id, !id.isEmpty {
        entries.append(Entry(id: id, fields: fields))
      } else {
        unreadable.append(.init(index: index, json: json, reason: "without an id"))
      }
    }
    title = feed["title"]?.string
    country = feed["country"]?.string
    updated = feed["updated"]?.string
    self.entries = entries
    self.unreadable = unreadable
  }
}
