import Foundation
import TestSupport

/// What a victim told before it was killed.
struct Story {
  struct Edit {
    let version: Int
    let time: Int
  }

  private(set) var edits: [Edit] = []
  /// Every queue there was.
  private(set) var digests: Set<Digest> = []
  /// The version up to which all was said to be safe.
  private(set) var flushed = 0
  private(set) var trouble: String?
  /// When it was killed.
  private(set) var end = 0

  /// Runs a victim, and kills it after so many milliseconds.
  init(of file: String, seed: UInt64, killedAfter delay: Int) throws {
    let process = try VictimProcess(["edit", file, "\(seed)"])
    var text = Data()
    var deadline: Int?
    while true {
      let bytes = process.listen()
      guard !bytes.isEmpty else { break }
      text += bytes
      deadline = deadline ?? uptime() + delay
      // It never falls silent for long, so this is looked at often enough.
      guard let due = deadline, uptime() >= due, end == 0 else { continue }
      end = uptime()
      process.kill()
    }
    // What was not written to its end is no line.
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n").dropLast() {
      read(line.split(separator: " ").map(String.init), String(line))
    }
    if !process.wasKilled() || end == 0 { trouble = trouble ?? "nothing, and ended" }
  }

  private mutating func read(_ words: [String], _ line: String) {
    switch (words.first, words.count) {
    case ("ready", 3), ("turn", 2), ("edit", 4):
      if let digest = Digest(words[words.count - 1]) { digests.insert(digest) }
      guard words[0] == "edit", let version = Int(words[1]), let time = Int(words[2]) else {
        return
      }
      edits.append(Edit(version: version, time: time))
    case ("flushed", 2):
      flushed = max(flushed, Int(words[1]) ?? 0)
    default:
      trouble = line
    }
  }
}
