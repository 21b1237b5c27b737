import PlayerKitSystem

/// A call of the server, written as one line.
struct RPCRequest: Sendable, Equatable {
  let method: String
  /// The parameters, as JSON.
  let parameters: [UInt8]

  init(_ method: String, _ parameters: some Encodable) {
    self.method = method
    // Strings, numbers and lists of them can always be encoded.
    self.parameters = (try? JSONEncoder().encode(parameters)).map { Array($0) } ?? Array("{}".utf8)
  }

  static let status = RPCRequest("Server.GetStatus", [String: String]())

  /// Returns the line, including its end. The method is one of our constants and needs no escaping.
  func line(_ number: RequestNumber) -> [UInt8] {
    Array(#"{"id":\#(number.value),"jsonrpc":"2.0","method":"\#(method)","params":"#.utf8)
      + parameters + Array("}\r\n".utf8)
  }
}

/// The part of an answer that we use.
struct RPCAnswer<Result: Decodable>: Decodable {
  let result: Result

  static func read(_ line: [UInt8]) throws(SnapcastError) -> Result {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(line)).result
    } catch {
      throw SnapcastError(.invalidResponse, "The server's answer does not match the request.")
    }
  }
}

/// The parameters of `Client.SetVolume`.
struct VolumeParameters<Value: Encodable>: Encodable {
  var id: String
  var volume: [String: Value]
}

struct VolumeAnswer: Decodable {
  let volume: SnapcastVolume
}

/// An answer whose content is ignored.
struct AnyAnswer: Decodable {
  init(from decoder: any Decoder) throws {}
}

struct StatusAnswer: Decodable {
  let server: SnapcastStatus
}

struct StreamAnswer: Decodable {
  let id: String

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    if let id = try? fields.id() {
      self.id = id
    } else {
      id = try fields.decode(String.self, forKey: "stream_id")
    }
  }
}
