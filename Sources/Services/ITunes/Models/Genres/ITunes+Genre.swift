import Foundation
import PlayerKitServices

extension ITunes {
  /// A genre of the store. Its ``GenreTree`` provides its relatives.
  public struct Genre: Identifiable, Hashable, Sendable {
    /// The id, such as `11`. It is the same in all countries and in the Apple Music API.
    public let id: String
    /// The name in the language of the requested country.
    public let name: String
    /// The parent genre; `nil` for a root.
    public let parentID: String?
    /// The ids of the child genres.
    public let childIDs: [String]
    /// All other fields by their JSON names.
    public let fields: [String: JSONValue]

    /// The genre's web page.
    public var url: URL? { fields[.url]?.string.flatMap { URL(string: $0) } }
    /// Feeds by the service's names, such as `topSongs`.
    public var rssURLs: [String: String] { dictionary(.rssUrls) }
    /// Charts by the service's names, such as `songs`.
    public var chartURLs: [String: String] { dictionary(.chartUrls) }

    private func dictionary(_ field: Field) -> [String: String] {
      fields[field]?.object?.compactMapValues(\.string) ?? [:]
    }

    /// The JSON name of a field that a property or the tree reads.
    package enum Field: String, CaseIterable {
      case id, name, url, rssUrls, chartUrls, subgenres
    }
  }

  /// The tree of a country's genres. An immutable value.
  public struct GenreTree: Hashable, Sendable {
    /// The id of the music root.
    public static let musicID = "34"

    /// The ids of genres without a parent.
    public let rootIDs: [String]
    /// All genres without duplicates. Parents come before their children, and siblings are sorted
    /// by id.
    public let all: [Genre]
    private let places: [String: Int]
    private let document: [String: JSONValue]

    /// The genre with an id.
    public subscript(id: String) -> Genre? { places[id].map { all[$0] } }

    /// Returns the direct children of a genre.
    public func children(of id: String) -> [Genre] {
      self[id]?.childIDs.compactMap { self[$0] } ?? []
    }

    /// Returns the parent of a genre.
    public func parent(of id: String) -> Genre? { self[id]?.parentID.flatMap { self[$0] } }

    /// Returns the ancestors of a genre, nearest first.
    public func ancestors(of id: String) -> [Genre] {
      Array(
        sequence(state: id) { id in
          let parent = parent(of: id)
          id = parent?.id ?? id
          return parent
        }
      )
    }
  }
}

extension ITunes.GenreTree: Codable {
  /// Decodes a dump of nested genres by id.
  ///
  /// Skips values that are no genres, and encodes them again.
  ///
  /// - Throws: `DecodingError` if there is no genre at all.
  public init(from decoder: any Decoder) throws {
    self.init(document: try [String: JSONValue](from: decoder))
    if all.isEmpty {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no genre")
      )
    }
  }

  /// Encodes the original dump.
  public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }

  init(document: [String: JSONValue]) {
    var builder = Builder()
    rootIDs = builder.add(document, below: nil)
    all = builder.genres
    places = builder.places
    self.document = document
  }

  /// Walks a dump. If an id appears several times, the first one counts, so that walking upwards
  /// always ends.
  private struct Builder {
    var genres: [ITunes.Genre] = []
    var places: [String: Int] = [:]

    mutating func add(_ members: [String: JSONValue], below parentID: String?) -> [String] {
      let found = members.compactMap { key, json -> (id: String, fields: [String: JSONValue])? in
        guard let fields = json.object, fields[.name]?.string != nil else { return nil }
        let id = fields[.id]?.storeID ?? (key.isASCIIDigits ? key : nil)
        return id.map { ($0, fields) }
      }
      let sorted = found.sorted {
        ($0.id.utf8.count, $0.id) < ($1.id.utf8.count, $1.id)
      }
      return sorted.compactMap { add($0.id, $0.fields, below: parentID) }
    }

    private mutating func add(
      _ id: String,
      _ fields: [String: JSONValue],
      below parentID: String?
    ) -> String? {
      guard places[id] == nil, let name = fields[.name]?.string else { return nil }
      let place = genres.count
      places[id] = place
      var rest = fields
      let below = rest.removeValue(forKey: ITunes.Genre.Field.subgenres.rawValue)?.object ?? [:]
      func genre(_ childIDs: [String]) -> ITunes.Genre {
        .init(id: id, name: name, parentID: parentID, childIDs: childIDs, fields: rest)
      }
      // Reserves the position, because parents come first.
      genres.append(genre([]))
      genres[place] = genre(add(below, below: id))
      return id
    }
  }
}

extension [String: JSONValue] {
  fileprivate subscript(field: ITunes.Genre.Field) -> JSONValue? { self[field.rawValue] }
}

extension ITunes.GenreTree {
  /// The children of `Music` with their English names, without further levels and addresses. Use it
  /// without a network. The store may have changed since.
  public static let builtIn = ITunes.GenreTree(document: [
    musicID: .object([
      "id": .string(musicID), "name": "Music",
      "subgenres": .object(
        builtInNames.mapValues { .object(["name": .string($0)]) }
      ),
    ])
  ])

  private static let builtInNames = [
    "2": "Blues", "3": "Comedy", "4": "Children's Music", "5": "Classical", "6": "Country",
    "7": "Electronic", "8": "Holiday", "9": "Opera", "10": "Singer/Songwriter", "11": "Jazz",
    "12": "Latin", "13": "New Age", "14": "Pop", "15": "R&B/Soul", "16": "Soundtrack",
    "17": "Dance", "18": "Hip-Hop/Rap", "19": "World", "20": "Alternative", "21": "Rock",
    "22": "Christian & Gospel", "23": "Vocal", "24": "Reggae", "25": "Easy Listening",
    "27": "J-Pop", "28": "Enka", "29": "Anime", "30": "Kayokyoku", "50": "Fitness & Workout",
    "51": "K-Pop", "52": "Karaoke", "53": "Instrumental",
  ]
}
