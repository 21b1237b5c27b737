import Foundation
import PlayerKitServices

extension ITunes {
  /// A chart from Apple's feeds: what is played most in a country, the first first.
  public struct Chart: Hashable, Sendable {
    /// Its title, in the language of the country.
    public let title: String?
    /// The country, in two small letters.
    public let country: String?
    /// When it was made, as it was sent: `Fri, 20 Nov 2026 12:00:00 +0000`.
    public let updated: String?
    /// The members that can be read.
    public let entries: [Entry]
    /// The others.
    public let unreadable: [UnreadableMember]
  }
}

extension ITunes.Chart {
  /// What a chart lists. The set is open.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
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

  /// How long a chart is: there are these only.
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
    /// The id, as in the Apple Music API.
    public let id: String
    /// All fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// `songs`, `albums`, `playlists`, `music-videos`.
    public var kind: String? { fields["kind"]?.string }
    /// The name.
    public var name: String? { fields["name"]?.string }
    /// The artist's name.
    public var artistName: String? { fields["artistName"]?.string }
    /// The artist's id; lacks for various artists and for playlists.
    public var artistID: String? { fields["artistId"]?.storeID }
    /// The day of release, `2021-03-05`.
    public var releaseDate: String? { fields["releaseDate"]?.string }
    /// The page.
    public var viewURL: URL? { fields["url"]?.string.flatMap { URL(string: $0) } }
    /// Whether it is explicit: the service spells it `Explict`, which it may mend.
    public var isExplicit: Bool {
      fields["contentAdvisoryRating"]?.string?.lowercased().hasPrefix("expl") == true
    }
    /// The names of the genres, `Music` among them.
    public var genreNames: [String] {
      fields["genres"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
    }
    /// The ids of the genres, as in ``ITunes/GenreTree``.
    public var genreIDs: [String] {
      fields["genres"]?.array?.compactMap { $0.object?["genreId"]?.storeID } ?? []
    }

    /// The cover as a square of about `pixels` a side.
    public func artworkURL(pixels: Int) -> URL? {
      fields["artworkUrl100"]?.string.flatMap {
        URL(string: ITunes.artwork($0, pixels: pixels))
      }
    }
  }
}

extension ITunes.Chart: Decodable {
  /// Reads a feed.
  ///
  /// - Throws: `DecodingError` where there is no feed with results at all.
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
      // Playlists' ids are not numbers.
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
