import Foundation
import PlayerKit
import PlayerKitMedia

/// Lets two victims play for a while as their media changes, kills both, and checks the cache that they
/// left.
struct CacheKiller {
  let folder: String
  let rounds: Int
  private let server: ChangingServer
  private let cache: MediaCache

  init(_ folder: String, rounds: Int) throws {
    (self.folder, self.rounds) = (folder, rounds)
    server = try ChangingServer()
    cache = MediaCache(folder: folder, limit: InventedMedia.limit)
  }

  func run() async throws -> Bool {
    var seen = CacheFindings()
    var random = SeededGenerator(seed: 7)
    var kept: Set<Int> = []
    for round in 0..<rounds {
      seen.rounds += 1
      try play(&random, &kept, &seen)
      try await judge(&kept, isDamaged: false, &seen)
      // The damaged file may be a kept one that has changed since. So one may be lost.
      if round % 3 == 2, damage(&random) {
        seen.damaged += 1
        try await judge(&kept, isDamaged: true, &seen)
      }
      let count = Victim.openFileCount(of: "self")
      if round == 0 { seen.filesAtFirst = count }
      seen.filesAtMost = max(seen.filesAtMost, count)
    }
    seen.report()
    server.stop()
    return seen.isClean
  }

  // MARK: The victims

  private func play(
    _ random: inout SeededGenerator,
    _ kept: inout Set<Int>,
    _ seen: inout CacheFindings
  ) throws {
    let victims = try (0..<2).map {
      try Victim(["cache", "play", folder, "\(server.port)", "\(seen.rounds * 2 + $0)"])
    }
    // They are killed in the middle of something, after some tracks or after none. The polls only pace the
    // changes on the server.
    let count = 2 + random.below(16)
    while victims.reduce(0, { $0 + $1.lineCount }) < count, !victims.contains(where: \.hasEnded) {
      usleep(10_000)
      guard random.below(4) == 0 else { continue }
      server.change(random.below(InventedMedia.count))
      seen.changes += 1
    }
    usleep(useconds_t(random.below(20_000)))
    seen.filesOfVictim = victims.reduce(seen.filesOfVictim) { max($0, $1.openFileCount()) }
    for victim in victims {
      let wasKilled = victim.kill()
      let lines = victim.lines()
      seen.victims += 1
      if !wasKilled { seen.note(\.trapped, "a victim has ended: \(lines.suffix(3))") }
      for line in lines { read(line, &kept, &seen) }
    }
  }

  private func read(_ line: Substring, _ kept: inout Set<Int>, _ seen: inout CacheFindings) {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("read", 3):
      seen.played += 1
      if words[2] != "0", !server.wasAsked(by: words[1]) { seen.hits += 1 }
    case ("kept", 2): kept.insert(Int(words[1]) ?? 0)
    case ("ready", 1), ("not", _): break
    default: seen.note(\.wrong, "\(line)")
    }
  }

  // MARK: Checks after the kill

  private func judge(
    _ kept: inout Set<Int>,
    isDamaged: Bool,
    _ seen: inout CacheFindings
  ) async throws {
    let bytes = cache.usage().bytes
    seen.largest = max(seen.largest, bytes)
    if bytes > InventedMedia.limit { seen.note(\.overLimit, "\(bytes) bytes") }
    // Each of the two may have been killed while it made a file.
    if try unfinished() > 2 { seen.note(\.leftOver, "\(try names())") }
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
    defer { opener.close() }
    let resolver = Resolver(port: server.port)
    for track in 0..<InventedMedia.count {
      // A victim that was killed before its report may have kept it.
      let isKept = try await cache.isKept(URLTrack(path: "\(track)"), by: resolver)
      try await judge(track, of: opener, isKept: isKept || kept.contains(track), &seen)
    }
    var mayBeLost = isDamaged ? 1 : 0
    for track in kept {
      seen.kept += 1
      if try await cache.isKept(URLTrack(path: "\(track)"), by: resolver) { continue }
      kept.remove(track)
      mayBeLost -= 1
      if mayBeLost < 0 { seen.note(\.lostKept, "\(track) is not kept any more") }
    }
    if try unfinished() > 0 { seen.note(\.leftOver, "\(try names())") }
  }

  /// The number of files in the folder beside the lock, one file for each track, and the records of kept tracks.
  private func unfinished() throws -> Int {
    let names = try names().filter { !$0.hasSuffix(".track") }
    let others = names.filter { $0 != "lock" && !$0.hasPrefix("new-") }
    return max(names.count - 1 - others.count, others.count - InventedMedia.count)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/media-1")
  }

  /// Plays a track until its current version plays. Changed media plays once more from the disk, or fails
  /// once. A kept track may stay in its old version.
  private func judge(
    _ track: Int,
    of opener: SourceOpener,
    isKept: Bool,
    _ seen: inout CacheFindings
  ) async throws {
    var failure: PlayerError?
    var attempts = 0
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      attempts += 1
      let hearing = "judge.\(seen.rounds).\(track).\(attempts)"
      let stream = opener.open(InventedMedia.source(track, port: server.port, hearing: hearing))
        .makeStream()
      defer { stream.close() }
      var pieces = [Piece(offset: 0)]
      failure = nil
      do throws(PlayerError) {
        try stream.read(.max, into: &pieces)
      } catch {
        failure = error
      }
      guard let version = InventedMedia.version(of: pieces, track) else {
        return seen.note(\.wrong, "\(track) is wrong")
      }
      if failure == nil {
        if pieces[0].bytes.count != InventedMedia(track: track, version: version).length {
          return seen.note(\.wrong, "\(track) is cut")
        }
        if isKept || version == server.version(of: track) { return }
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    if let failure { return seen.note(\.broken, "\(track) does not play: \(failure)") }
    seen.note(\.stale, "\(track) stays outdated")
  }

  /// Damages a file like a power cut.
  private func damage(_ random: inout SeededGenerator) -> Bool {
    let folder = folder + "/media-1"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let files = names.filter { $0.count == 64 }.sorted()
    guard !files.isEmpty,
      let handle = FileHandle(forWritingAtPath: "\(folder)/\(files[random.below(files.count)])"),
      let end = try? handle.seekToEnd()
    else { return false }
    defer { try? handle.close() }
    if random.below(3) == 0 {
      try? handle.truncate(atOffset: UInt64(random.below(Int(end) + 1)))
    } else {
      // Whole pages only, since only whole pages are written or not.
      try? handle.seek(toOffset: UInt64(random.below(Int(end) / 512 + 1) * 512))
      try? handle.write(contentsOf: Data(count: 512))
    }
    return true
  }
}
