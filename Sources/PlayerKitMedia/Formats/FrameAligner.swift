#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Leaves out what a live stream of MPEG audio begins with before its first frame. Pure.
///
/// A server sends a station on from where it is, in the middle of a frame. FFmpeg needs 200 frames then to
/// know what it has, which are more than a server sends at once; at the beginning of a frame it needs 7.
struct FrameAligner: Sendable {
  private var held: [UInt8] = []
  /// Before it no frame begins.
  private var start = 0
  private var isDone = false

  private static let tag = Array("ID3".utf8)
  /// So many in a row are no accident.
  private static let frames = 4
  /// What has no frame until then is given on as it is.
  private static let most = 32 << 10

  /// - Returns: what is to be read of the stream.
  mutating func consume(_ data: Data) -> Data {
    guard !isDone else { return data }
    held += data
    // The tag of a file that is sent as if it were a station: its first frame is where that ends.
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

  /// What is held, where nothing more comes.
  mutating func giveUp() -> Data {
    defer { held = [] }
    isDone = true
    return Data(held)
  }

  /// Whether frames begin there; `nil`: more has to come before that is known.
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
