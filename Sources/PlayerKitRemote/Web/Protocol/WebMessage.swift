import Foundation

/// A message to a page.
enum WebMessage: Sendable, Equatable {
  /// The first message: the server's description.
  case hello(WebHello)
  /// The state of playback.
  case state(WebState)
  case chapters(WebChapters)
  case lyrics(WebLyrics)
  /// The state of the rooms.
  case rooms(WebRooms)
  /// The requested entries.
  case window(WebWindow)
  /// The results of one service.
  case found(WebFound)
  /// The content of an opened item.
  case opened(WebOpened)
  /// A request was performed.
  case done(Int, WebOutcome)
  /// A request failed, with the reason. Without a number, a message could not be parsed.
  case failed(Int?, WebFailure)
}

/// The description of the server.
struct WebHello: Sendable, Equatable, Encodable {
  /// The version of the protocol.
  var version = 1
  /// Changes with each start of the server, which invalidates the data that a page has kept.
  var instance: String
  /// The searchable services.
  var services: [Service]
  /// The services with lists of their user, with the kinds of lists.
  var lists: [Service] = []

  struct Service: Sendable, Equatable, Encodable {
    var name: String
    var kinds: [String]
  }
}

/// The result of a request.
struct WebOutcome: Sendable, Equatable, Encodable {
  /// The number of added entries.
  var added: Int?
}

/// Entries with consecutive indices.
struct WebWindow: Sendable, Equatable, Encodable {
  var id: Int
  /// The version of the queue with these entries, or an older one.
  var queue: Int
  /// The number of entries in the queue.
  var count: Int
  /// The index of the first entry.
  var from: Int
  /// Fewer than requested if the queue ends or the message is full.
  var entries: [WebEntry]
}

/// An entry for display on a page.
struct WebEntry: Sendable, Equatable, Encodable {
  var id: String
  var title: String?
  var artist: String?
  var album: String?
  /// In seconds.
  var duration: Double?
  /// The path of the picture, without its size.
  var cover: String?
  /// The service that plays the entry.
  var service: String?
}

/// The results of one service, or the lists of its user.
struct WebFound: Sendable, Equatable, Encodable {
  var id: Int
  var service: String
  var entries: [Entry]
  /// The reason for the absence of results.
  var error: WebFailure?
  /// Whether there are more lists than these. `nil` in a search.
  var hasMore: Bool?

  struct Entry: Sendable, Equatable, Encodable {
    /// The name of the item for the server, or the id of a list. `nil` if it can't be played.
    var item: String?
    var kind: String
    var title: String?
    var artist: String?
    var album: String?
    var duration: Double?
    var cover: String?
    var isExplicit: Bool?
    /// Whether there is a preview. `nil` if unknown.
    var hasPreview: Bool?
    /// The number of items in a list. `nil` if unknown, and for other entries.
    var count: Int?
    /// How well a result of a search matches; higher is better. Comparable between services.
    var score: Int?
  }
}

/// The content of an item or a list that a page has opened.
struct WebOpened: Sendable, Equatable, Encodable {
  var id: Int
  /// The number of tracks so far, including those not sent.
  var count: Int
  /// The tracks that fit into a message.
  var entries: [WebFound.Entry]
  /// The index of the first of them. `nil` for 0.
  var from: Int?
  /// Whether the page can request more tracks. `nil` for an item that is not a list.
  var hasMore: Bool?
}

/// The chapters of the current entry.
struct WebChapters: Sendable, Equatable, Encodable {
  var entry: String?
  var chapters: [Chapter]

  struct Chapter: Sendable, Equatable, Encodable {
    var title: String?
    var start: Double
  }
}

/// The lyrics of the current entry.
struct WebLyrics: Sendable, Equatable, Encodable {
  var entry: String?
  var lines: [Line]
  /// The language, for screen readers.
  var language: String?

  struct Line: Sendable, Equatable, Encodable {
    var start: Double?
    var text: String
  }
}

// MARK: - Writing

extension WebMessage {
  /// The message as one JSON object with its `type`. Never longer than
  /// ``WebRequest/largestMessage``: the creators of messages ensure that, and this property
  /// verifies it.
  var json: Data {
    let data: Data
    switch self {
    case .hello(let hello): data = Self.encode("hello", hello)
    case .state(let state): data = Self.encode("state", state)
    case .chapters(let chapters): data = Self.encode("chapters", chapters)
    case .lyrics(let lyrics): data = Self.encode("lyrics", lyrics)
    case .rooms(let rooms): data = Self.encode("rooms", rooms)
    case .window(let window): data = Self.encode("window", window)
    case .opened(let opened): data = Self.encode("opened", opened)
    case .found(let found): data = Self.encode("found", found)
    case .done(let id, let outcome): data = Self.encode("done", Answer(id: id, outcome: outcome))
    case .failed(let id, let failure):
      data = Self.encode("failed", Answer(id: id, failure: failure))
    }
    guard data.count <= WebRequest.largestMessage else {
      return Self.encode("failed", Answer(failure: WebFailure(.answerTooLong)))
    }
    return data
  }

  private struct Answer: Encodable {
    var id: Int?
    var outcome: WebOutcome?
    var failure: WebFailure?

    private enum CodingKeys: CodingKey { case id, outcome }

    func encode(to encoder: any Encoder) throws {
      try failure?.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(id, forKey: .id)
      try values.encodeIfPresent(outcome, forKey: .outcome)
    }
  }

  private struct Typed<Content: Encodable>: Encodable {
    var type: String
    var content: Content

    private enum CodingKeys: CodingKey { case type }

    func encode(to encoder: any Encoder) throws {
      try content.encode(to: encoder)
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(type, forKey: .type)
    }
  }

  private static func encode(_ type: String, _ content: some Encodable) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    // All numbers are finite here. A failure would affect only this message.
    return (try? encoder.encode(Typed(type: type, content: content)))
      ?? Data(#"{"type":"failed","code":"unwritable","message":""}"#.utf8)
  }
}

extension WebMessage {
  /// The approximate size in bytes while the message waits to be sent.
  var size: Int {
    switch self {
    case .window(let window): 200 + window.entries.reduce(0) { $0 + $1.size }
    case .found(let found): 200 + found.entries.reduce(0) { $0 + $1.size }
    case .opened(let opened): 200 + opened.entries.reduce(0) { $0 + $1.size }
    case .hello, .state, .chapters, .lyrics, .rooms, .done, .failed: 200
    }
  }
}

extension RandomAccessCollection {
  /// Returns the longest prefix that fits into a message.
  func fitting(bytes: (Element) -> Int) -> SubSequence {
    var room = WebRequest.largestMessage - 2_048
    for (offset, element) in enumerated() {
      room -= bytes(element)
      if room < 0 { return prefix(offset) }
    }
    return self[...]
  }
}

extension WebFound.Entry {
  /// The approximate size in bytes.
  var size: Int {
    200 + [item, kind, title, artist, album, cover].reduce(0) { $0 + ($1?.jsonSize ?? 0) }
  }
}

extension WebEntry {
  /// The approximate size in bytes, never too low: a character takes at most six bytes.
  var size: Int {
    120 + [id, title, artist, album, cover, service].reduce(0) { $0 + ($1?.jsonSize ?? 0) }
  }
}

extension String {
  /// An upper bound for the size of the string in JSON, in bytes.
  var jsonSize: Int {
    2 + utf8.reduce(0) { $0 + ($1 < 0x20 || $1 == 0x7F ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
  }
}
