import Foundation
import HTTPTestSupport
import Locking
import MediaLoading
import PlayerKit

/// Lets two victims play for a while, kills both, and looks at what they left.
struct Killer {
  private struct Findings {
    var played = 0
    var wrong = 0
    var overLimit = 0
    var lostKept = 0
    var leftOver = 0
    var broken = 0
    var kept = 0
    var damaged = 0
    var most: Int64 = 0

    var isClean: Bool { wrong + overLimit + lostKept + leftOver + broken == 0 }
  }

  let folder: String
  let rounds: Int
  private let server: LoopbackServer
  /// The version that the server has: it changes with each round, for one track.
  private let versions: Locked<[Int]>

  init(folder: String, rounds: Int) throws {
    (self.folder, self.rounds) = (folder, rounds)
    let versions = Locked([Int](repeating: 0, count: Media.count))
    let bodies = Locked<[String: Data]>([:])
    self.versions = versions
    server = try LoopbackServer { request in
      let track = Int(request.target.dropFirst().prefix { $0 != "?" }) ?? 0
      let media = Media(track: track, version: versions.withLock { $0[track] })
      let fields = ["ETag": media.validator, "Cache-Control": "max-age=0"]
      let body = bodies.withLock { bodies in
        let body = bodies[media.validator] ?? media.body
        bodies[media.validator] = body
        return body
      }
      if request.headers["if-none-match"] == media.validator { return .status(304, fields) }
      let ifRange = request.headers["if-range"]
      // One track lies on a server without parts.
      guard track != 3, request.range != nil, ifRange == nil || ifRange == media.validator else {
        return .init(headers: fields, body: body)
      }
      var reply = LoopbackServer.Reply.part(body, request)
      reply.headers.merge(fields) { $1 }
      return reply
    }
  }

  func run() async throws -> Bool {
    var seen = Findings()
    var random = Chance(state: 7)
    var kept: Set<Int> = []
    for round in 0..<rounds {
      versions.withLock { $0[2 + round % (Media.count - 2)] = round }
      let victims = try (0..<2).map { try Story(self, seed: UInt64(round * 2 + $0)) }
      // How long they play is what the test is about: nothing is waited for.
      usleep(useconds_t(1_000 * (20 + random.below(400))))
      for victim in victims { victim.kill() }
      for victim in victims {
        victim.read(&kept) { line in
          seen.played += line.hasPrefix("read") ? 1 : 0
          if line.hasPrefix("wrong") {
            seen.wrong += 1
            say("round \(round): \(line)")
          }
        }
      }
      try await judge(round, kept, &seen)
      if round % 3 == 2, damage(&random) {
        seen.damaged += 1
        // It may have been one of those.
        kept = []
      }
    }
    tell(seen)
    server.stop()
    return seen.isClean
  }

  private func judge(_ round: Int, _ kept: Set<Int>, _ seen: inout Findings) async throws {
    let cache = MediaCache(folder: folder, limit: Media.limit)
    let bytes = cache.usage().bytes
    seen.most = max(seen.most, bytes)
    if bytes > Media.limit {
      seen.overLimit += 1
      say("round \(round): \(bytes) bytes")
    }
    for track in kept {
      seen.kept += 1
      let isKept = try await cache.isKept(
        URLTrack(path: "\(track)"),
        by: Resolver(port: server.port)
      )
      if !isKept {
        seen.lostKept += 1
        say("round \(round): \(track) is kept no longer")
      }
    }
    let opener = SourceOpener(LoadingSettings(networkTimeout: .seconds(10), cache: cache))
    defer { opener.close() }
    for track in 0..<Media.count {
      try judge(track, of: opener, round, &seen)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/media-1")
    // The lock, and a file for each track.
    let isLeft = names.contains { $0.hasPrefix("new-") } || names.count > Media.count + 1
    if isLeft {
      seen.leftOver += 1
      say("round \(round): left over: \(names)")
    }
  }

  /// Plays a track as it is now. Media that has changed since may fail once, and then plays.
  private func judge(
    _ track: Int,
    of opener: SourceOpener,
    _ round: Int,
    _ seen: inout Findings
  ) throws {
    for attempt in 0..<2 {
      let stream = opener.open(Media.source(track, port: server.port)).makeStream()
      defer { stream.close() }
      var (bytes, piece) = (Data(), [UInt8](repeating: 0, count: 50_000))
      do throws(PlayerError) {
        while true {
          let count = try stream.read(into: &piece)
          if count == 0 { break }
          bytes.append(contentsOf: piece.prefix(count))
        }
        let isRight = Media.isOfOneVersion([(0, bytes)], track, upTo: round)
        let length = Media(track: track, version: 0).length
        if isRight, bytes.count == length { return }
        seen.wrong += 1
        return say("round \(round): \(track) is wrong")
      } catch {
        guard attempt == 1 else { continue }
        seen.broken += 1
        say("round \(round): \(track) does not play: \(error)")
      }
    }
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
      try? handle.seek(toOffset: UInt64(random.below(Int(end) + 1)))
      try? handle.write(contentsOf: Data(count: 512))
    }
    return true
  }

  private func tell(_ seen: Findings) {
    say(
      """
      rounds: \(rounds), processes killed: \(rounds * 2), tracks they played: \(seen.played), \
      files damaged: \(seen.damaged)
      tracks that played wrong: \(seen.wrong)
      tracks that did not play: \(seen.broken)
      kept tracks that were lost: \(seen.lostKept) of \(seen.kept)
      times over the limit: \(seen.overLimit) (most: \(seen.most) of \(Media.limit) bytes)
      times something was left over: \(seen.leftOver)
      """
    )
  }

  /// A victim, and what it told.
  private struct Story {
    private let process = Process()
    private let pipe = Pipe()

    init(_ killer: Killer, seed: UInt64) throws {
      process.executableURL = Bundle.main.executableURL
      process.arguments = ["play", killer.folder, "\(killer.server.port)", "\(seed)"]
      process.standardOutput = pipe
      try process.run()
      _ = pipe.fileHandleForReading.availableData
    }

    func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

    func read(_ kept: inout Set<Int>, _ line: (String) -> Void) {
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      for told in text.split(separator: "\n") {
        line(String(told))
        if told.hasPrefix("kept "), let track = Int(told.dropFirst(5)) { kept.insert(track) }
      }
    }
  }
}
