import PlayerKit

/// A command on standard input.
enum Instruction: Hashable {
  case play, pause, toggle, next, previous
  case seek(Duration)
  case volume(Double)
  case rate(Double)
  case shuffle(Bool)
  case `repeat`(RepeatMode)
  case add(String)
  case playNext(String)
  case insert(Int, String)
  case remove(Int)
  case move(Int, Int)
  case clear, stop
  case chapter(ChapterStep)
  case sleep(Duration)
  case stopAfterCurrent
  case quit
}

extension Instruction {
  /// The item that the command adds to the queue, or `nil` if it adds none.
  var item: String? {
    switch self {
    case .add(let item), .playNext(let item), .insert(_, let item): item
    case .play, .pause, .toggle, .next, .previous, .seek, .volume, .rate, .shuffle, .repeat,
      .remove, .move, .clear, .stop, .sleep, .stopAfterCurrent, .chapter, .quit:
      nil
    }
  }
}

/// The chapter to go to.
enum ChapterStep: Hashable {
  case next, previous
  case to(Int)
}

/// The reason why a line is not a valid command.
struct Rejection: Error, Hashable {
  let message: String
}

extension Instruction {
  /// Parses a line. An item is the rest of the line, unchanged.
  init(line: String) throws(Rejection) {
    let (name, rest) = Self.cut(line[...])
    if let plain = Self.plain[name] {
      guard rest == nil else { throw Rejection(message: "“\(name)” takes nothing.") }
      self = plain
      return
    }
    switch name {
    case "seek":
      self = .seek(try Self.value(rest, Numbers.seconds, "seek takes seconds from 0."))
    case "sleep":
      self = .sleep(try Self.value(rest, Numbers.seconds, "sleep takes seconds from 0."))
    case "volume":
      self = .volume(try Self.value(rest, Numbers.volume, "volume takes a number from 0 to 100."))
    case "rate":
      self = .rate(try Self.value(rest, Numbers.rate, "rate takes a number from 0.25 to 4."))
    case "shuffle":
      self = .shuffle(try Self.value(rest, Self.switched, "shuffle takes on or off."))
    case "repeat":
      self = .repeat(try Self.value(rest, Self.repeatMode, "repeat takes off, one or all."))
    case "chapter":
      self = .chapter(
        try Self.value(rest, Self.chapterStep, "chapter takes next, previous or an index.")
      )
    case "add":
      self = .add(try Self.value(rest, Self.item, "add takes an item."))
    case "playnext":
      self = .playNext(try Self.value(rest, Self.item, "playnext takes an item."))
    case "insert":
      let (index, item) = try Self.pair(rest, "insert takes an index and an item.")
      self = .insert(
        try Self.value(index, Numbers.index, "insert takes an index and an item."),
        try Self.value(item, Self.item, "insert takes an index and an item.")
      )
    case "remove":
      self = .remove(try Self.value(rest, Numbers.index, "remove takes an index."))
    case "move":
      let (from, to) = try Self.pair(rest, "move takes two indices.")
      self = .move(
        try Self.value(from, Numbers.index, "move takes two indices."),
        try Self.value(to, Numbers.index, "move takes two indices.")
      )
    default:
      throw Rejection(message: "There is no such command. See “playerkit help play”.")
    }
  }

  private static let plain: [Substring: Instruction] = [
    "play": .play, "pause": .pause, "toggle": .toggle, "next": .next, "previous": .previous,
    "clear": .clear, "stop": .stop, "stop-after-current": .stopAfterCurrent, "quit": .quit,
  ]

  /// The first word, and the rest after the space.
  private static func cut(_ text: Substring) -> (Substring, Substring?) {
    guard let space = text.firstIndex(of: " ") else { return (text, nil) }
    return (text[..<space], text[text.index(after: space)...])
  }

  private static func pair(
    _ text: Substring?,
    _ rule: String
  ) throws(Rejection) -> (Substring, Substring) {
    guard let text, case (let first, let second?) = cut(text) else {
      throw Rejection(message: rule)
    }
    return (first, second)
  }

  private static func value<Value>(
    _ text: Substring?,
    _ read: (Substring) -> Value?,
    _ rule: String
  ) throws(Rejection) -> Value {
    guard let value = text.flatMap(read) else { throw Rejection(message: rule) }
    return value
  }

  private static func item(_ text: Substring) -> String? {
    text.isEmpty ? nil : String(text)
  }

  private static func chapterStep(_ text: Substring) -> ChapterStep? {
    switch text {
    case "next": .next
    case "previous": .previous
    default: Numbers.index(text).map { .to($0) }
    }
  }

  private static func switched(_ text: Substring) -> Bool? {
    ["on": true, "off": false][text]
  }

  private static func repeatMode(_ text: Substring) -> RepeatMode? {
    RepeatMode(rawValue: String(text))
  }
}
