/// A command from a client: its name and its arguments.
struct MPDLine: Equatable {
  /// The reason for rejecting a line.
  enum Fault: Error, Equatable {
    /// It does not begin with a valid command name, so the client speaks another protocol.
    case noName(String)
    /// The arguments are malformed.
    case arguments(String, MPDError.Code)
  }

  /// The same limit as in MPD.
  static let maximumArguments = 16

  let name: String
  let arguments: [String]

  init(name: String, arguments: [String] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// Parses a line, without its end.
  init(_ line: some Collection<UInt8>) throws(Fault) {
    var reader = Reader(Array(line))
    name = try reader.name()
    var arguments: [String] = []
    while let argument = try reader.argument() {
      guard arguments.count < Self.maximumArguments else {
        throw .arguments("Too many arguments", .argument)
      }
      arguments.append(argument)
    }
    self.arguments = arguments
  }

  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func name() throws(Fault) -> String {
      guard let first = current else { throw .noName("No command given") }
      guard first.isLetter else { throw .noName("Letter expected") }
      let start = place
      while let byte = current, !byte.isSpace {
        guard byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") else {
          throw .noName("Invalid word character")
        }
        place += 1
      }
      defer { skipSpace() }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    mutating func argument() throws(Fault) -> String? {
      guard let first = current else { return nil }
      return first == UInt8(ascii: "\"") ? try quoted() : try unquoted()
    }

    private mutating func quoted() throws(Fault) -> String {
      place += 1
      var text: [UInt8] = []
      while let byte = current, byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") { place += 1 }
        guard let byte = current else { break }
        text.append(byte)
        place += 1
      }
      guard current != nil else { throw .arguments("Missing closing '\"'", .unknown) }
      place += 1
      if let next = current, !next.isSpace {
        throw .arguments("Space expected after closing '\"'", .unknown)
      }
      skipSpace()
      return String(decoding: text, as: UTF8.self)
    }

    private mutating func unquoted() throws(Fault) -> String {
      let start = place
      while let byte = current, !byte.isSpace {
        guard byte > 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") else {
          throw .arguments("Invalid unquoted character", .unknown)
        }
        place += 1
      }
      defer { skipSpace() }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func skipSpace() {
      while current?.isSpace == true { place += 1 }
    }
  }
}

extension UInt8 {
  var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isLetter: Bool { (self | 0x20).isLowercaseLetter }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  /// Whether MPD treats the byte as whitespace: any control character or a space.
  var isSpace: Bool { self > 0 && self <= 0x20 }
}
