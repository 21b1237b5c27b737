import PlayerKit
import PlayerKitSystem

/// A snapserver's request to a stream plugin.
enum PluginRequest: Sendable, Equatable {
  case properties(id: Int)
  case command(RemoteCommand, id: Int)
  /// A request with an unknown method or invalid parameters.
  case invalid(id: Int)
  /// Not a request.
  case nothing

  init(_ line: [UInt8]) {
    guard let call = try? JSONDecoder().decode(Call.self, from: Data(line)) else {
      self = .nothing
      return
    }
    self = call.request
  }

  private struct Call: Decodable {
    let request: PluginRequest

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      let id = try fields.decode(Int.self, forKey: "id")
      let parameters = try? fields.nestedContainer(keyedBy: Key.self, forKey: "params")
      let command: RemoteCommand?
      switch try fields.decode(String.self, forKey: "method") {
      case "Plugin.Stream.Player.GetProperties":
        request = .properties(id: id)
        return
      case "Plugin.Stream.Player.Control": command = parameters.flatMap(Self.control)
      case "Plugin.Stream.Player.SetProperty": command = parameters.flatMap(Self.property)
      default: command = nil
      }
      request = command.map { .command($0, id: id) } ?? .invalid(id: id)
    }

    private static func control(_ fields: KeyedDecodingContainer<Key>) -> RemoteCommand? {
      let values = try? fields.nestedContainer(keyedBy: Key.self, forKey: "params")
      switch (try? fields.decode(String.self, forKey: "command"))?.lowercased() {
      case "play": return .play
      case "pause": return .pause
      case "playpause": return .toggle
      case "stop": return .stop
      case "next": return .next
      case "previous": return .previous
      case "seek": return values?.seconds(["Offset", "offset"]).map { .skip(by: $0) }
      case "setposition":
        return values?.seconds(["Position", "position"]).map { .seek(to: $0) }
      default: return nil
      }
    }

    private static func property(_ fields: KeyedDecodingContainer<Key>) -> RemoteCommand? {
      if let text = try? fields.decode(String.self, forKey: "loopStatus") {
        switch text {
        case "none": return .repeatMode(.off)
        case "track": return .repeatMode(.one)
        case "playlist": return .repeatMode(.all)
        default: return nil
        }
      }
      if let flag = try? fields.decode(Bool.self, forKey: "shuffle") { return .shuffle(flag) }
      if let volume = try? fields.decode(Double.self, forKey: "volume") {
        return .volume(min(max(volume, 0), 100) / 100)
      }
      if let rate = try? fields.decode(Double.self, forKey: "rate"), rate > 0 {
        return .rate(min(max(rate, 0.25), 4))
      }
      return nil
    }
  }
}

extension KeyedDecodingContainer<Key> {
  fileprivate func seconds(_ keys: [Key]) -> Duration? {
    let number = keys.lazy.compactMap { try? decode(Double.self, forKey: $0) }.first
    guard let number, number.isFinite, abs(number) < 1e9 else { return nil }
    return .seconds(number)
  }
}

/// Encodes the messages that a stream plugin writes.
enum PluginReply {
  private struct Message<Result: Encodable>: Encodable {
    struct Failure: Encodable {
      var code: Int
      var message: String
    }
    var jsonrpc = "2.0"
    var id: Int?
    var result: Result?
    var error: Failure?
    var method: String?
    var params: PluginProperties?
  }

  static func ok(_ id: Int) -> [UInt8] { line(Message(id: id, result: "ok")) }

  static func properties(_ properties: PluginProperties, _ id: Int) -> [UInt8] {
    line(Message(id: id, result: properties))
  }

  static func failure(_ id: Int, _ code: Int, _ message: String) -> [UInt8] {
    line(Message<String>(id: id, error: Message<String>.Failure(code: code, message: message)))
  }

  static let ready = line(Message<String>(method: "Plugin.Stream.Ready"))

  static func changed(_ properties: PluginProperties) -> [UInt8] {
    line(Message<String>(method: "Plugin.Stream.Player.Properties", params: properties))
  }

  private static func line(_ value: some Encodable) -> [UInt8] {
    // Numbers that JSON can't represent don't occur here.
    ((try? JSONEncoder().encode(value)).map { Array($0) } ?? Array("{}".utf8)) + [
      UInt8(ascii: "\n")
    ]
  }
}
