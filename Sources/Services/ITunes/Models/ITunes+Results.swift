import Foundation
import PlayerKitServices

extension ITunes {
  /// One result of a search or a lookup.
  @nonexhaustive public enum Item: Hashable, Sendable {
    /// A song.
    case song(Song)
    /// A music video.
    case musicVideo(MusicVideo)
    /// An album.
    case collection(Collection)
    /// An artist.
    case artist(Artist)
    /// Another kind without a model here, with all its fields.
    case other(OtherRecord)
  }

  /// The answer to a search or a lookup.
  ///
  /// Members that cannot be read are in ``unreadable``, and do not affect the others. Encoding
  /// restores the whole document.
  public struct Results: Hashable, Sendable {
    /// The readable results, in the service's order.
    public let items: [Item]
    /// The results that could not be read.
    public let unreadable: [UnreadableMember]
    /// The number of results according to the service.
    public var resultCount: Int? { rest["resultCount"]?.int }
    /// The rest of the document.
    private let rest: [String: JSONValue]
  }
}

extension ITunes.Item: Identifiable {
  /// The id within its kind. Ids of different kinds may be equal.
  public var id: String { record.id }

  /// The result as a record.
  public var record: any ITunes.Record {
    switch self {
    case .song(let song): song
    case .musicVideo(let video): video
    case .collection(let collection): collection
    case .artist(let artist): artist
    case .other(let other): other
    }
  }

  /// Decodes one member of an answer.
  init(_ json: JSONValue) throws(ITunes.Unreadable) {
    guard let fields = json.object else { throw ITunes.Unreadable("not an object") }
    func known<Record: ITunes.Record>(_: Record.Type) throws(ITunes.Unreadable) -> Record {
      if let record = Record(fields: fields) { return record }
      throw ITunes.Unreadable("without an id")
    }
    self =
      switch (fields.text(.wrapperType), fields.text(.kind)) {
      case (_, "song"): .song(try known(ITunes.Song.self))
      case (_, "music-video"): .musicVideo(try known(ITunes.MusicVideo.self))
      case ("collection", _): .collection(try known(ITunes.Collection.self))
      case ("artist", _): .artist(try known(ITunes.Artist.self))
      case (nil, nil): throw ITunes.Unreadable("without a kind")
      case (_, _): .other(ITunes.OtherRecord(fields: fields))
      }
  }
}

extension ITunes {
  /// The reason why a member cannot be read.
  struct Unreadable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
  }
}

extension ITunes.Results {
  /// The songs among the results.
  public var songs: [ITunes.Song] {
    items.compactMap { if case .song(let song) = $0 { song } else { nil } }
  }
  /// The music videos among the results.
  public var musicVideos: [ITunes.MusicVideo] {
    items.compactMap { if case .musicVideo(let video) = $0 { video } else { nil } }
  }
  /// The albums among the results.
  public var collections: [ITunes.Collection] {
    items.compactMap { if case .collection(let collection) = $0 { collection } else { nil } }
  }
  /// The artists among the results.
  public var artists: [ITunes.Artist] {
    items.compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
  }
  /// The number of members that the service sent, including unreadable ones.
  public var count: Int { items.count + unreadable.count }
}

extension ITunes.Results: Codable {
  /// Decodes a document.
  ///
  /// - Throws: `DecodingError` if there is no list of results.
  public init(from decoder: any Decoder) throws {
    var document = try [String: JSONValue](from: decoder)
    guard let members = document.removeValue(forKey: "results")?.array else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no list of results")
      )
    }
    var items: [ITunes.Item] = []
    var unreadable: [UnreadableMember] = []
    for (index, json) in members.enumerated() {
      do {
        items.append(try ITunes.Item(json))
      } catch {
        unreadable.append(.init(index: index, json: json, reason: error.reason))
      }
    }
    self.items = items
    self.unreadable = unreadable
    rest = document
  }

  /// Encodes the original document, with each member in its place.
  public func encode(to encoder: any Encoder) throws {
    var members = items.map { JSONValue.object($0.record.fields) }
    for member in unreadable { members.insert(member.json, at: min(member.index, members.count)) }
    var document = rest
    document["results"] = .array(members)
    try document.encode(to: encoder)
  }
}
