import Foundation

/// A parser, its first inputs, and what must hold for each input.
struct FuzzTarget: Sendable {
  /// The maximum length of a seed in bytes.
  static let longest = 64 << 10

  let name: String
  /// Words of the format.
  var words: [String] = []
  /// Small inputs.
  var samples: [String] = []
  /// Makes small inputs that are not text.
  var makeSamples: @Sendable () throws -> [[UInt8]] = { [] }
  /// The name extensions of the fixtures to start from.
  var fixtures: [String] = []
  /// Parses an input. Traps if a promise is broken.
  let run: @Sendable ([UInt8]) -> Void

  /// Writes one file a seed into a folder, and the words beside it.
  func writeSeeds(from fixtures: String, to folder: String) throws {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var seeds = try samples.map { Array($0.utf8) } + makeSamples()
    let paths = manager.enumerator(atPath: fixtures)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted()
    where self.fixtures.contains((path as NSString).pathExtension.lowercased()) {
      let bytes = try Data(contentsOf: URL(filePath: fixtures + "/" + path))
      seeds.append(Array(bytes.prefix(Self.longest)))
    }
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: folder + "/seed-\(number)"))
    }
    let lines = words.map { word in
      let escaped = word.utf8.map { byte in
        (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
          ? String(UnicodeScalar(byte))
          : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      return "\"\(escaped.joined())\"\n"
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: folder + ".dict"))
  }
}

/// Traps if a promise is broken, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) {
  if !condition { fatalError("broken: \(promise())") }
}

/// Cuts an input into pieces. The input decides where, so that a run can be repeated.
func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var state = bytes.prefix(16).reduce(UInt32(truncatingIfNeeded: bytes.count)) {
    ($0 ^ UInt32($1)) &* 16_777_619
  }
  var pieces: [ArraySlice<UInt8>] = []
  var rest = bytes[...]
  while !rest.isEmpty {
    state = state &* 1_664_525 &+ 1_013_904_223
    // Mostly short pieces: a parser must also stop within a word.
    let length = state >> 31 == 0 ? Int(state >> 16 & 7) + 1 : Int(state >> 16 & 1_023) + 1
    pieces.append(rest.prefix(length))
    rest = rest.dropFirst(length)
  }
  return pieces
}

func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
