/// Detects from the first bytes of a live stream whether they are an HTML page, which stations that
/// moved and networks that require a sign-in send instead of audio.
enum PageSignature {
  /// How many bytes are enough to decide.
  static let enough = 64

  static func isKnown(_ head: [UInt8]) -> Bool {
    var text = head.prefix(enough)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let lowered = text.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    return marks.contains { lowered.starts(with: $0) }
  }

  private static let marks = ["<!doctype html", "<html", "<head", "<body"].map { Array($0.utf8) }
}
