import Foundation
import HTTPTestSupport
import PlayerKit

/// Pieces of media that every process can make: each byte follows from the track, the version, the place.
struct Media {
  static let count = 8
  /// Less than the tracks are together.
  static let limit: Int64 = 2_500_000

  let track: Int
  let version: Int

  var length: Int { 250_000 + track * 70_001 }
  var validator: String { "\"\(track).\(version)\"" }

  var body: Data {
    var data = Data(capacity: length + 8)
    for place in 0..<(length + 7) / 8 {
      withUnsafeBytes(of: word(place).littleEndian) { data.append(contentsOf: $0) }
    }
    return data.prefix(length)
  }

  private func begins(_ piece: (offset: Int, bytes: Data)) -> Bool {
    zip(piece.offset..., piece.bytes.prefix(16)).allSatisfy { offset, byte in
      byte == UInt8(truncatingIfNeeded: word(offset / 8) >> UInt64(offset % 8 * 8))
    }
  }

  private func word(_ place: Int) -> UInt64 {
    // No version begins as a list of anything does.
    var value = UInt64(track << 20 | version) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(place)
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31 | 0x80
  }

  /// Whether bytes that were read in one hearing are those of one version, each at its place.
  static func isOfOneVersion(_ pieces: [(offset: Int, bytes: Data)], _ track: Int, upTo: Int)
    -> Bool
  {
    (0...upTo).reversed().contains { version in
      let media = Media(track: track, version: version)
      // Few versions begin alike: the bytes of the others need not be made.
      guard pieces.allSatisfy({ media.begins($0) }) else { return false }
      let body = media.body
      return pieces.allSatisfy { piece in
        let end = piece.offset + piece.bytes.count
        return end <= body.count && body[piece.offset..<end] == piece.bytes
      }
    }
  }

  static func source(_ track: Int, port: UInt16) -> MediaSource {
    let url = URL(string: "http://127.0.0.1:\(port)/\(track)?\(Int.random(in: 0...999))")
    return MediaSource(url.map { .remote($0) } ?? .file(path: ""), cacheKey: "track \(track)")
  }
}

/// Where tracks of that name are.
struct Resolver: MediaResolver {
  let port: UInt16
  var playerType: PlayerType { .url }

  func resolve(_ track: any Track) -> MediaSource { Media.source(Int(track.id) ?? 0, port: port) }
}

/// Random numbers that are the same each time.
struct Chance {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let number = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    return Int((number >> 33) % UInt64(max(1, limit)))
  }
}
