import Foundation
import PlayerKit

/// A message from a page: a request, and the number that identifies its answer.
struct WebRequest: Sendable, Equatable {
  /// Chosen by the page.
  var id: Int
  var action: WebRequest.Action
}

extension WebRequest {
  /// A request of a page.
  enum Action: Sendable, Equatable {
    /// Checks the connection.
    case ping
    case command(RemoteCommand)
    /// Requests the entries with these indices.
    case window(Range<Int>)
    case search(WebSearch)
    /// Adds the items with these names to the queue.
    case add([String], WebPlace)
    /// Sets whether the page shows the lyrics.
    case lyrics(Bool)
    /// Opens the item with this name, to list its content, such as an album's tracks.
    case open(String)
    /// Requests the lists of the services' users.
    case lists(WebLists)
    /// Opens a list, to list its first tracks.
    case openList(WebListName)
    /// Requests more tracks of the list that this request opened.
    case more(of: Int)
    /// Adds one or all items opened by this request to the queue.
    case addOpened(of: Int, index: Int?, WebPlace)
    /// Makes a change in the rooms.
    case rooms(RemoteRoomsChange)
  }
}

/// The position at which items are added.
enum WebPlace: String, Sendable, Equatable {
  /// After the current entry, and played immediately.
  case now
  /// After the current entry.
  case next
  /// At the end of the queue.
  case later
}

/// A search.
struct WebSearch: Sendable, Equatable {
  var term: String
  /// The kind of catalog item, such as `song`.
  var kind: String
  /// The names of the services to ask. Empty for all.
  var services: [String]
}

/// The error of an invalid message. Its text is for the page.
struct WebProtocolError: Error, Equatable {
  var message: String
  /// The number of the message, if it could be parsed.
  var id: Int?

  init(_ message: String, id: Int? = nil) {
    self.message = message
    self.id = id
  }
}

// MARK: - Reading

extension WebRequest {
  /// The maximum size of a message in bytes, in each direction.
  static let largestMessage = 64 << 10
  /// The maximum number of entries in a window or a removal, and of names in an addition.
  static let maximumEntries = 200
  /// The maximum size of a search term or a name, in bytes.
  static let longestText = 2_000

  /// Parses a message from a page.
  init(json: Data) throws(WebProtocolError) {
    guard json.count <= Self.largestMessage else {
      throw WebProtocolError("The message is too long.")
    }
    let fields: Fields
    do { fields = try JSONDecoder().decode(Fields.self, from: json) } catch {
      throw WebProtocolError("The message can't be read.")
    }
    guard let id = fields.id, (0...Int(Int32.max)).contains(id) else {
      throw WebProtocolError("The message has no number.")
    }
    do {
      self.init(id: id, action: try fields.action())
    } catch {
      throw WebProtocolError(error.message, id: id)
    }
  }

  /// All possible fields of a message. Fields that the request does not need are ignored.
  private struct Fields: Decodable {
    var id: Int?
    var `do`: String?
    var to: Double?
    var by: Double?
    var on: Bool?
    var mode: RepeatMode?
    var seconds: Double?
    var entry: EntryID?
    var entries: [EntryID]?
    var before: EntryID?
    var index: Int?
    var from: Int?
    var count: Int?
    var term: String?
    var kind: String?
    var services: [String]?
    var service: String?
    var items: [String]?
    var place: String?
    var room: String?
    var item: String?
    var of: Int?
    var group: String?
    var name: String?

    func action() throws(WebProtocolError) -> WebRequest.Action {
      switch `do` {
      case "ping": return .ping
      case "window":
        let from = try required(from, "from")
        let count = try required(count, "count")
        guard from >= 0, from < Int(Int32.max), (1...WebRequest.maximumEntries).contains(count)
        else {
          throw WebProtocolError("There is no such window.")
        }
        return .window(from..<from + count)
      case "search": return .search(try search())
      case "add": return try addition()
      case "open": return .open(try text(item, "item"))
      case "lists": return .lists(WebLists(kind: kind ?? "playlist", services: services ?? []))
      case "openList":
        return .openList(
          WebListName(
            service: try text(service, "service"),
            kind: try text(kind, "kind"),
            id: try text(item, "item")
          )
        )
      case "more": return .more(of: try required(of, "of"))
      case "addOpened":
        let place = try required(place.flatMap(WebPlace.init), "place")
        return .addOpened(of: try required(of, "of"), index: index, place)
      case "lyrics": return .lyrics(try required(on, "on"))
      case "roomVolume", "roomMute", "roomLatency", "roomName", "roomMove", "groupMute":
        return .rooms(try roomsChange())
      default: return .command(try command())
      }
    }

    private func command() throws(WebProtocolError) -> RemoteCommand {
      switch `do` {
      case "play": return .play
      case "pause": return .pause
      case "toggle": return .toggle
      case "next": return .next
      case "previous": return .previous
      case "stop": return .stop
      case "retry": return .retry
      case "clear": return .clear
      case "seek": return .seek(to: try time(to, "to"))
      case "skip": return .skip(by: try time(by, "by"))
      case "volume": return .volume(try number(to, "to"))
      case "mute": return .mute(try required(on, "on"))
      case "rate": return .rate(try number(to, "to"))
      case "shuffle": return .shuffle(try required(on, "on"))
      case "repeat": return .repeatMode(try required(mode, "mode"))
      case "stopAfterCurrent": return .stopAfterCurrent(try required(on, "on"))
      case "sleep": return .sleep(after: seconds == nil ? nil : try time(seconds, "seconds"))
      case "sleepAtEndOfTrack": return .sleepAtEndOfTrack
      case "chapter": return .chapter(try required(index, "index"))
      default: return try edit()
      }
    }

    private func edit() throws(WebProtocolError) -> RemoteCommand {
      switch `do` {
      case "jump": return .jump(to: try required(entry, "entry"))
      case "remove":
        let entries = try required(entries, "entries")
        guard entries.count <= WebRequest.maximumEntries else {
          throw WebProtocolError("These are too many entries.")
        }
        return .remove(entries)
      case "move":
        let entry = try required(entry, "entry")
        if let index { return .place(entry, at: index) }
        return .move(entry, before: before)
      case "bringNext": return .bringNext(try required(entry, "entry"))
      default: throw WebProtocolError("There is no such command.")
      }
    }

    private func search() throws(WebProtocolError) -> WebSearch {
      let term = try required(term, "term").trimmingCharacters(in: .whitespacesAndNewlines)
      guard !term.isEmpty, term.utf8.count <= WebRequest.longestText else {
        throw WebProtocolError("There is nothing to look for, or too much.")
      }
      return WebSearch(term: term, kind: kind ?? "song", services: services ?? [])
    }

    private func addition() throws(WebProtocolError) -> WebRequest.Action {
      let items = try required(items, "items")
      guard (1...WebRequest.maximumEntries).contains(items.count),
        items.allSatisfy({ (1...WebRequest.longestText).contains($0.utf8.count) })
      else { throw WebProtocolError("There is nothing to add, or too much.") }
      return .add(items, try required(place.flatMap(WebPlace.init), "place"))
    }

    /// Returns a name of an item.
    private func text(_ value: String?, _ name: String) throws(WebProtocolError) -> String {
      let text = try required(value, name)
      guard (1...WebRequest.longestText).contains(text.utf8.count) else {
        throw WebProtocolError("“\(name)” is empty, or too long.")
      }
      return text
    }

    private func roomsChange() throws(WebProtocolError) -> RemoteRoomsChange {
      if `do` == "groupMute" {
        return .muteGroup(try required(on, "on"), group: try required(group, "group"))
      }
      let room = try required(room, "room")
      switch `do` {
      case "roomVolume": return .volume(min(max(try number(to, "to"), 0), 1), room: room)
      case "roomMute": return .mute(try required(on, "on"), room: room)
      case "roomLatency":
        let latency = min(max(try time(seconds, "seconds"), .seconds(-60)), .seconds(60))
        return .latency(latency, room: room)
      case "roomName":
        let name = try required(name, "name").trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.utf8.count <= WebRooms.longestID else {
          throw WebProtocolError("The name is too long.")
        }
        return .name(name, room: room)
      default: return .move(room: room, group: group)
      }
    }

    private func required<Value>(
      _ value: Value?,
      _ name: String
    ) throws(WebProtocolError) -> Value {
      guard let value else { throw WebProtocolError("The message lacks “\(name)”.") }
      return value
    }

    private func number(_ value: Double?, _ name: String) throws(WebProtocolError) -> Double {
      let value = try required(value, name)
      guard value.isFinite else { throw WebProtocolError("“\(name)” is no number.") }
      return value
    }

    /// Returns a time in seconds, clamped to a range that avoids overflow.
    private func time(_ value: Double?, _ name: String) throws(WebProtocolError) -> Duration {
      .seconds(min(max(try number(value, name), -1e9), 1e9))
    }
  }
}
