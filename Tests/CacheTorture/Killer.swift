import Foundation
import MediaLoading
import PlayerKit
import TestSupport

/// Lets two victims play for a while, whose media changes meanwhile; kills both, and looks at what they
/// left.
struct Killer {
  let folder: String
  let rounds: Int
  private let server: ChangingServer
  private let cache: MediaCache

  init(folder: String, rounds: Int) throws {
    (self.folder, self.rounds) = (folder, rounds)
    server = try ChangingServer()
    cache = MediaCache(folder: folder, limit: Media.limit)
  }

  func run() async throws -> Bool {
    var seen = Findings()
    var random = Chance(state: 7)
    var kept: Set<Int> = []
    for round in 0..<rounds {
      seen.rounds += 1
      try play(&random, &kept, &seen)
      try await judge(&kept, isDamaged: false, &seen)
      // What was damaged may be a kept one that has changed since. So one may be lost.
      if round % 3 == 2, damage(&random) {
        seen.damaged += 1
        try await judge(&kept, isDamaged: true, &seen)
      }
      let count =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
      if round == 0 { seen.filesAtFirst = count }
      seen.filesAtMost = max(seen.filesAtMost, count)
    }
    seen.tell()
    server.stop()
    return seen.isClean
  }

  // MARK: The victims

  private func play(
    _ random: inout Chance,
    _ kept: inout Set<Int>,
    _ seen: inout Findings
  ) throws {
    let victims = try (0..<2).map {
      try Story(folder, port: server.port, seed: seen.rounds * 2 + $0)
    }
    // They are killed in the middle of something, after some tracks or after none.
    let count = 2 + random.below(16)
    while victims.reduce(0, { $0 + $1.count }) < count {
      usleep(10_000)
      guard random.below(4) == 0 else { continue }
      server.change(random.below(Media.count))
      seen.changes += 1
    }
    usleep(useconds_t(random.below(20_000)))
    seen.filesOfVictim = victims.reduce(seen.filesOfVictim) { max($0, $1.openFiles()) }
    for victim in victims {
      let (lines, wasAlive) = victim.end()
      seen.victims += 1
      if !wasAlive { seen.note(\.trapped, "a victim has ended: \(lines.suffix(3))") }
      for line in lines { read(line, &kept, &seen) }
    }
  }

  private func read(_ line: Substring, _ kept: inout Set<Int>, _ seen: inout Findings) {
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

  // MARK: What they left

  private func judge(
    _ kept: inout Set<Int>,
    isDamaged: Bool,
    _ seen: inout Findings
  ) async throws {
    let bytes = cache.usage().bytes
    seen.most = max(seen.most, bytes)
    if bytes > Media.limit { seen.note(\.overLimit, "\(bytes) bytes") }
    // Each of the two may have been killed while it made a file.
    if try unfinished() > 2 { seen.note(\.leftOver, "\(try names())") }
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
    defer { opener.close() }
    for track in 0..<Media.count {
      try await judge(track, of: opener, isKept: kept.contains(track), &seen)
    }
    var mayBeLost = isDamaged ? 1 : 0
    for track in kept {
      seen.kept += 1
      let (name, resolver) = (URLTrack(path: "\(track)"), Resolver(port: server.port))
      if try await cache.isKept(name, by: resolver) { continue }
      kept.remove(track)
      mayBeLost -= 1
      if mayBeLost < 0 { seen.note(\.lostKept, "\(track) is kept no longer") }
    }
    if try unfinished() > 0 { seen.note(\.leftOver, "\(try names())") }
  }

  /// What lies there beside the lock and a file for each track.
  private func unfinished() throws -> Int {
    let names = try names()
    let others = names.filter { $0 != "lock" && !$0.hasPrefix("new-") }
    return max(names.count - 1 - others.count, others.count - Media.count)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/media-1")
  }

  /// Plays a track until it is heard as it is now: media that has changed plays once more from the disk,
  /// or fails once. What is kept may stay as it was.
  private func judge(
    _ track: Int,
    of opener: SourceOpener,
    isKept: Bool,
    _ seen: inout Findings
  ) async throws {
    var failure: PlayerError?
    var attempts = 0
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      attempts += 1
      let hearing = "judge.\(seen.rounds).\(track).\(attempts)"
      let stream = opener.open(Media.source(track, port: server.port, hearing: hearing))
        .makeStream()
      defer { stream.close() }
      var pieces = [Piece(offset: 0)]
      failure = nil
      do throws(PlayerError) {
        try stream.read(.max, into: &pieces)
      } catch {
        failure = error
      }
      guard let version = Media.version(of: pieces, track) else {
        return seen.note(\.wrong, "\(track) is wrong")
      }
      if failure == nil {
        if pieces[0].bytes.count != Media(track: track, version: version).length {
          return seen.note(\.wrong, "\(track) is cut")
        }
        if isKept || version == server.version(of: track) { return }
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    if let failure { return seen.note(\.broken, "\(track) does not play: \(failure)") }
    seen.note(\.stale, "\(track) stays outdated")
  }

  /// Does to a file what a power cut may do.
  private func damage(_ random: inout Chance) -> Bool {
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
      // Whole pages only: those are what is written, or is not.
      try? handle.seek(toOffset: UInt64(random.below(Int(end) / 512 + 1) * 512))
      try? handle.write(contentsOf: Data(count: 512))
    }
    return true
  }
}
