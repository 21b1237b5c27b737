import PlayerKitSystem

/// The content of one line from a snapserver.
enum RPCMessage: Sendable, Equatable {
  /// The answer to one of our requests.
  case answer(RequestNumber)
  /// The refusal of one of our requests.
  case refusal(RequestNumber, SnapcastError)
  /// Changes by other clients.
  case events([SnapcastEvent])
  /// A line that a snapserver would not send.
  case unreadable

  init(_ line: [UInt8]) {
    let data = Data(line)
    // Leading spaces are allowed but do not occur.
    if line.first == UInt8(ascii: "[") {
      guard let notes = try? JSONDecoder().decode([Tolerant<Notification>].self, from: data) else {
        self = .unreadable
        return
      }
      self = .events(notes.compactMap { $0.value?.event })
    } else if let envelope = try? JSONDecoder().decode(Envelope.self, from: data) {
      self = envelope.message(data)
    } else {
      self = .unreadable
    }
  }
}

/// The number of a request of one client.
struct RequestNumber: Hashable, Sendable, Comparable {
  let value: Int

  static func < (a: RequestNumber, b: RequestNumber) -> Bool { a.value < b.value }
}

private struct Envelope: Decodable {
  struct Failure: Decodable {
    var code: Int
    var message: String?
    var data: String?

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      code = try fields.decode(Int.self, forKey: "code")
      message = try? fields.decode(String.self, forKey: "message")
      data = try? fields.decode(String.self, forKey: "data")
    }

    var error: SnapcastError {
      let said = data ?? message ?? "no reason given"
      return SnapcastError(
        code == -32_601 ? .unsupported : .refused,
        "The server says: \(said.prefix(200))",
        serverCode: code
      )
    }
  }

  var id: Int?
  var method: String?
  var failure: Failure?
  var hasResult: Bool

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    id = try? fields.decode(Int.self, forKey: "id")
    method = try? fields.decode(String.self, forKey: "method")
    failure = try? fields.decode(Failure.self, forKey: "error")
    hasResult = fields.contains("result")
  }

  func message(_ data: Data) -> RPCMessage {
    if method != nil {
      let note = try? JSONDecoder().decode(Notification.self, from: data)
      return .events(note?.event.map { [$0] } ?? [])
    }
    // Without an id, this answers a line that the server could not parse. We send no such lines.
    guard let id else { return failure == nil ? .unreadable : .events([]) }
    if let failure { return .refusal(RequestNumber(value: id), failure.error) }
    return hasResult ? .answer(RequestNumber(value: id)) : .unreadable
  }
}

/// A value that may be malformed, and is then `nil`.
struct Tolerant<Value: Decodable>: Decodable {
  var value: Value?

  init(from decoder: any Decoder) throws {
    value = try? Value(from: decoder)
  }
}

/// A key with any name.
struct Key: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
