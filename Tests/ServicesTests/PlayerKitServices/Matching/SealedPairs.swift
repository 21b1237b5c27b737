import Foundation
import PlayerKitServices
import PlayerKitSystem

/// Hard pairs whose author had not seen the matcher. They were sealed before the matcher was first
/// measured with them.
///
/// Each line has `same` or `different`, a note, and for both sides the title, the artists with `;`
/// between them, the album, and the length in seconds. Album and length may be empty.
enum SealedPairs {
  /// A malformed line.
  struct Malformed: Error {
    let line: String
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Sealed")

  static func pairs() throws -> [HardPair] {
    try text("pairs.tsv").split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 10, ["same", "different"].contains(fields[0]) else {
        throw Malformed(line: String(line))
      }
      return HardPair(
        isSame: fields[0] == "same",
        note: fields[1],
        left: recording(fields[2...5]),
        right: recording(fields[6...9])
      )
    }
  }

  /// Whether the pairs are as they were sealed.
  static func areUnchanged() throws -> Bool {
    let digest = SHA256Digest.digest(of: try text("pairs.tsv")).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return try digest.joined() == text("pairs.sha256").prefix { !$0.isWhitespace }
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  private static func recording(_ fields: ArraySlice<String>) -> Recording {
    let fields = Array(fields)
    return Recording(
      title: fields[0],
      artists: fields[1].split(separator: ";").map(String.init),
      album: fields[2].isEmpty ? nil : fields[2],
      duration: Double(fields[3]).map { .milliseconds(Int($0 * 1_000)) }
    )
  }
}
