import PlayerKitSystem

/// Drops the bytes before the first frame of a live MPEG audio stream. Pure.
///
/// A server starts sending a station in the middle of a frame. FFmpeg then needs 200 frames to
/// detect the format, more than a server sends at once; at the start of a frame it needs 7.
struct FrameAligner: Sendable {
  private var held: [UInt8] = []
  /// No frame starts before this offset.
  private var start = 0
  private var isDone = false

  private static let tag = Array("ID3".utf8)
  /// This many consecutive frames are no coincidence.
  private static let frames = 4
  /// Without a frame in this many bytes, the stream passes unchanged.
  private static let most = 32 << 10

  /// - Returns: the bytes of the stream to read.
  mutating func consume(_ data: Data) -> Data {
    guard !isDone else { return data }
    held += data
    // The tag of a file sent like a station: its first frame follows the tag.
    if start == 0, held.starts(with: Self.tag) { return giveUp() }
    if start == 0, held.count < Self.tag.count, Self.tag.starts(with: held) { return Data() }
    while start < held.count, !isDone {
      switch look(at: start) {
      case true?: isDone = true
      case false?: start += 1
      case nil: return held.count > Self.most ? giveUp() : Data()
      }
    }
    if !isDone { return held.count > Self.most ? giveUp() : Data() }
    defer { held = [] }
    return Data(held[start...])
  }

  /// Returns the held bytes when no more will come.
  mutating func giveUp() -> Data {
    defer { held = [] }
    isDone = true
    return Data(held)
  }

  /// Returns whether frames start at an offset; `nil` if more bytes are needed.
  private func look(at offset: Int) -> Bool? {
    guard held[offset] == 0xFF else { return false }
    let asMPEG = look(at: offset) { MPEGFrame(held, at: $0)?.length }
    if asMPEG == true { return true }
    let asADTS = look(at: offset) { AudioSignature.lengthOfADTS(held, at: $0) }
    return asMPEG == false ? asADTS : asADTS == true ? true : nil
  }

  private func look(at offset: Int, length: (Int) -> Int?) -> Bool? {
    var place = offset
    for _ in 0..<Self.frames {
      guard place + 7 <= held.count else { return nil }
      guard let length = length(place), length > 0 else { return false }
      place += length
    }
    return true
  }
}
