/// The findings of a killer of cache players.
struct CacheFindings {
  var rounds = 0
  var victims = 0
  var trapped = 0
  var played = 0
  var hits = 0
  var wrong = 0
  var broken = 0
  var stale = 0
  var kept = 0
  var lostKept = 0
  var overLimit = 0
  var largest: Int64 = 0
  var leftOver = 0
  var damaged = 0
  var changes = 0
  /// Open files and connections: of this process after the first round, its maximum, and a victim's maximum.
  var filesAtFirst = 0
  var filesAtMost = 0
  var filesOfVictim = 0

  /// More than the number that a process has open while it plays one track.
  private static let fewFiles = 40

  private var isLeaking: Bool {
    filesAtMost > filesAtFirst + Self.fewFiles || filesOfVictim > Self.fewFiles
  }

  /// Something must have been kept, and played from the cache.
  var isClean: Bool {
    trapped + wrong + broken + stale + lostKept + overLimit + leftOver == 0 && !isLeaking
      && kept > 0 && hits > 0
  }

  /// Counts something bad, and prints it.
  mutating func note(_ finding: WritableKeyPath<CacheFindings, Int>, _ what: String) {
    self[keyPath: finding] += 1
    say("round \(rounds): \(what)")
  }

  func report() {
    say(
      """
      rounds: \(rounds), processes killed: \(victims), ended by themselves: \(trapped)
      tracks they played: \(played), of them without a request for media: \(hits)
      changes of tracks on the server: \(changes), files damaged: \(damaged)
      tracks that played wrong: \(wrong)
      tracks that did not play: \(broken)
      tracks that stayed outdated: \(stale)
      kept tracks that were lost: \(lostKept) of \(kept)
      times over the limit: \(overLimit) (maximum: \(largest) of \(InventedMedia.limit) bytes)
      times something was left over: \(leftOver)
      files open: \(filesAtFirst) after the first round, \(filesAtMost) at most; \
      \(filesOfVictim) in a victim at most
      """
    )
  }
}
