import Foundation
import PlayerKitServices

extension ITunes {
  /// A genre of the store. Its relatives are asked of the ``GenreTree`` that it is from.
  public struct Genre: Identifiable, Hashable, Sendable {
    /// The id, such as `11`: the same in all countries, and in the Apple Music API.
    public let id: String
    /// The name, in the language of the country that was asked.
    public let name: String
    /// The genre above; `nil` at the root.
    public let parentID: String?
    /// The genres below, by their ids.
    public let childIDs: [String]
    /// All other fields by their names on the wire.
    public let fields: [String: JSONValue]

    /// The genre's page.
    public var url: URL? { fields[.url]?.string.flatMap { URL(string: $0) } }
    /// Feeds by their names, such as `topSongs`. The names are the service's.
    public var rssURLs: [String: String] { dictionary(.rssUrls) }
    /// Charts by their names, such as `songs`. The names are the service's.
    public var chartURLs: [String: String] { dictionary(.chartUrls) }

    private func dictionary(_ field: Field) -> [String: String] {
      fields[field]?.object?.compactMapValues(\.string) ?? [:]
    }

    /// A field of a genre that a property or the tree reads, by its name on the wire.
    package enum Field: String, CaseIterable {
      case id, name, url, rssUrls, chartUrls, subgenres
    }
  }

  /// The genres of a country, as a tree. A value: it never changes.
  public struct GenreTree: Hashable, Sendable {
    /// The id of the root of music.
    public static let musicID = "34"

    /// The ids without a genre above.
    public let rootIDs: [String]
    /// Every genre once, each before those below it, siblings by their ids.
    public let all: [Genre]
    private let places: [String: Int]
    private let document: [String: JSONValue]

    /// The genre with this id.
    public subscript(id: String) -> Genre? { places[id].map { all[$0] } }

    /// The genres right below.
    public func children(of id: String) -> [Genre] {
      self[id]?.childIDs.compactMap { self[$0] } ?? []
    }

    /// The genre right above.
    public func parent(of id: String) -> Genre? { self[id]?.parentID.flatMap { self[$0] } }

    /// The genres above, the nearest first.
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
  /// Reads a dump: genres by their ids, each with those below it.
  ///
  /// What is no genre is passed over, and written again by encoding.
  ///
  /// - Throws: `DecodingError` where there is no genre at all.
  public init(from decoder: any Decoder) throws {
    self.init(document: try [String: JSONValue](from: decoder))
    if all.isEmpty {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no genre")
      )
    }
  }

  /// Writes the dump as it came.
  public func encode(to encoder: any Encoder) throws { try document.encode(to: encoder) }

  init(document: [String: JSONValue]) {
    var builder = Builder()
    rootIDs = builder.add(document, below: nil)
    all = builder.genres
    places = builder.places
    self.document = document
  }

  /// Walks a dump. Of an id that stands at several places the first counts, so that a walk upwards
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
      // Holds its place: those above come first.
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
  /// The genres right below `Music` with their English names, without those below them and without
  /// addresses: for when there is no network. The store may have changed since.
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
