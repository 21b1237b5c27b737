import Foundation

/// One message to a page.
enum WebMessage: Sendable, Equatable {
  /// The first: who speaks.
  case hello(WebHello)
  /// How playback stands.
  case state(WebState)
  case chapters(WebChapters)
  case lyrics(WebLyrics)
  /// How the rooms stand.
  case rooms(WebRooms)
  /// Entries that were asked for.
  case window(WebWindow)
  /// What one service found.
  case found(WebFound)
  /// What is inside of something.
  case opened(WebOpened)
  /// A wish was fulfilled.
  case done(Int, WebOutcome)
  /// A wish was not fulfilled, and why. Without a number: a message could not be read.
  case failed(Int?, message: String)
}

/// Who serves a page.
struct WebHello: Sendable, Equatable, Encodable {
  /// The version of the protocol.
  var version = 1
  /// Another one after each start of the server: what a page remembers of an earlier one is void.
  var instance: String
  /// The services that can be searched.
  var services: [Service]

  struct Service: Sendable, Equatable, Encodable {
    var name: String
    var kinds: [String]
  }
}

/// What came of a wish.
struct WebOutcome: Sendable, Equatable, Encodable {
  /// How many entries were added.
  var added: Int?
}

/// Entries with indices in a row.
struct WebWindow: Sendable, Equatable, Encodable {
  var id: Int
  /// The version of the queue that they are of, or an older one.
  var queue: Int
  /// How many entries the queue has.
  var count: Int
  /// The index of the first.
  var from: Int
  /// Fewer than asked for where the queue ends, or the message is full.
  var entries: [WebEntry]
}

/// An entry as a page shows it.
struct WebEntry: Sendable, Equatable, Encodable {
  var id: String
  var title: String?
  var artist: String?
  var album: String?
  /// In seconds.
  var duration: Double?
  /// The path of a picture, without its size.
  var cover: String?
  /// What plays it.
  var service: String?
}

/// What one service found.
struct WebFound: Sendable, Equatable, Encodable {
  var id: Int
  var service: String
  var entries: [Entry]
  /// Why there is nothing.
  var error: String?

  struct Entry: Sendable, Equatable, Encodable {
    /// What names it to the server; `nil`: it can't be played.
    var item: String?
    var kind: String
    var title: String?
    var artist: String?
    var album: String?
    var duration: Double?
    var cover: String?
    var isExplicit: Bool?
    /// Whether there is a preview; `nil`: unknown.
    var hasPreview: Bool?
  }
}

/// What is inside of something that a page has opened.
struct WebOpened: Sendable, Equatable, Encodable {
  var id: Int
  /// How many tracks there are, those included that are not shown.
  var count: Int
  /// Those that have room in a message.
  var entries: [WebFound.Entry]
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

/// The words of the current entry.
struct WebLyrics: Sendable, Equatable, Encodable {
  var entry: String?
  var lines: [Line]
  /// The language; for screen readers.
  var language: String?

  struct Line: Sendable, Equatable, Encodable {
    var start: Double?
    var text: String
  }
}

// MARK: - Writing

extension WebMessage {
  /// The message as the page reads it: one object, with its `type`. Never longer than
  /// ``WebRequest/largestMessage``: what makes messages sees to that, and here it is made sure of.
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
    case .failed(let id, let message):
      data = Self.encode("failed", Answer(id: id, message: message))
    }
    guard data.count <= WebRequest.largestMessage else {
      return Data(#"{"type":"failed","message":"The answer is too long."}"#.utf8)
    }
    return data
  }

  private struct Answer: Encodable {
    var id: Int?
    var outcome: WebOutcome?
    var message: String?
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
    // Numbers are finite by the time they come here; a fault would cost this message alone.
    return (try? encoder.encode(Typed(type: type, content: content)))
      ?? Data(#"{"type":"failed","message":"The answer can't be written."}"#.utf8)
  }
}

extension WebMessage {
  /// About as many bytes as it takes while it waits to be sent.
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
  /// As many of the first as have room in a message.
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
  /// About as many bytes as it takes.
  var size: Int {
    200 + [item, kind, title, artist, album, cover].reduce(0) { $0 + ($1?.jsonSize ?? 0) }
  }
}

extension WebEntry {
  /// About as many bytes as it takes, and no fewer: no character takes more than six.
  var size: Int {
    120 + [id, title, artist, album, cover, service].reduce(0) { $0 + ($1?.jsonSize ?? 0) }
  }
}

extension String {
  /// At least as many bytes as the text takes in JSON.
  var jsonSize: Int {
    2 + utf8.reduce(0) { $0 + ($1 < 0x20 || $1 == 0x7F ? 6 : $1 == 0x22 || $1 == 0x5C ? 2 : 1) }
  }
}
