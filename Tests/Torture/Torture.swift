import Foundation
import PlayerKit

/// Kills processes that write something, and gives damaged input to processes that read something.
///
/// Each `kill` starts this program again as a victim, ends it by SIGKILL, and compares the victim's
/// reports with its files. The exit status is 0 if nothing was wrong.
@main
enum Torture {
  private static let usage = """
    Torture store kill FILE ROUNDS       kills a process that keeps a queue in an SQLite file
    Torture store full FILE              runs the contract's checks of a full disk on the file store
    Torture store denied FILE            writes a queue without permission, and prints the errors
    Torture cache kill FOLDER ROUNDS     kills processes that play from one media cache
    Torture cache full FOLDER            plays from a cache whose files cannot grow
    Torture outbox kill FOLDER ROUNDS    kills a process that scrobbles
    Torture failing write SUBJECT FOLDER writes while a file operation fails, and reports what was acknowledged
    Torture failing check SUBJECT FOLDER prints what is stored, and writes again
    Torture inspect change FOLDER SEED COUNT SCRATCH
                                         inspects changed media; the current one is in the file SCRATCH
    Torture inspect describe FILE …      prints what is in media, as one line of JSON for each file
    Torture engine play SCRATCH SONG [NAME]
                                         plays media that would make libmpv allocate gigabytes
    Torture engine seek SECONDS OUTPUT SONG [sound]
                                         seeks about the end of a song that repeats; with `sound` the equalizer
                                         changes meanwhile. OUTPUT: null, auto, or the path of a named pipe
    Torture soak play COUNT ITEM …       plays until this number of tracks began, and prints memory, files, and threads
    Torture soak leak COUNT ITEM …       the same with leaks
    Torture feed change SEED COUNT FILE …  reads changed feeds
    Torture feed read FILE ADDRESS       prints a feed as JSON
    """

  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      guard try await run(arguments) else { exit(1) }
    } catch let error as Misuse {
      FileHandle.standardError.write(Data("\(error.reason)\n\(usage)\n".utf8))
      exit(2)
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  /// - Returns: whether nothing was wrong.
  private static func run(_ arguments: [String]) async throws -> Bool {
    let command = arguments.prefix(2).joined(separator: " ")
    let rest = Array(arguments.dropFirst(2))
    switch (command, rest.count) {
    case ("cache kill", 2): return try await CacheKiller(rest[0], rounds: number(rest[1])).run()
    case ("cache play", 3):
      try await CachePlayer(folder: rest[0], port: number(rest[1]), seed: number(rest[2])).run()
    case ("cache full", 1): try await FullCache(folder: rest[0]).run()
    case ("inspect change", 4):
      return try await ChangedMedia(in: rest[0], seed: number(rest[1]), scratch: rest[3])
        .inspect(number(rest[2]))
    case ("inspect describe", 1...): try await MediaDescription.print(rest)
    case ("engine play", 2...3):
      return try await HungryEngine(scratch: rest[0], song: rest[1])
        .play(only: rest.count > 2 ? rest[2] : nil)
    case ("engine seek", 3...4):
      return try await SeekStorm(
        song: rest[2],
        output: ["null": .null, "auto": .auto][rest[1]] ?? .pipe(path: rest[1]),
        duration: .seconds(try number(rest[0]) as Int),
        changesSound: rest.last == "sound"
      ).run()
    case ("soak play", 2...), ("soak leak", 2...):
      return try await Soak(
        items: Array(rest.dropFirst()),
        count: max(1, number(rest[0])),
        leaks: arguments[1] == "leak"
      ).run()
    case ("feed change", 3...):
      try Feeds.readChanged(rest.dropFirst(2), seed: number(rest[0]), count: number(rest[1]))
    case ("feed read", 2): try Feeds.read(rest[0], at: URL(string: rest[1]))
    default: return try await runWithSQLite(command, arguments, rest)
    }
    return true
  }

  #if SQLite
    private static func runWithSQLite(
      _ command: String,
      _ arguments: [String],
      _ rest: [String]
    ) async throws -> Bool {
      switch (command, rest.count) {
      case ("store kill", 2):
        return try await StoreKiller(file: rest[0], rounds: number(rest[1])).run()
      case ("store edit", 2): try await StoreEditor(file: rest[0], seed: number(rest[1])).run()
      case ("store full", 1): try await FullStore(path: rest[0]).run()
      case ("store denied", 1): await DeniedWriter(file: rest[0]).run()
      case ("outbox kill", 2):
        return try await OutboxKiller(folder: rest[0], rounds: number(rest[1])).run()
      case ("outbox listen", 3):
        try await OutboxListener(folder: rest[0], places: rest[2]).listen(seed: rest[1])
      case ("failing write", 2): try await failingRun(rest).write()
      case ("failing check", 2): try await failingRun(rest).check()
      case ("outbox rest", 2): try await OutboxListener(folder: rest[0], places: rest[1]).rest()
      default: throw Misuse(reason: "unknown command: \(arguments.joined(separator: " "))")
      }
      return true
    }

    private static func failingRun(_ rest: [String]) throws -> FailingRun {
      guard let run = FailingRun(rest[0], in: rest[1]) else {
        throw Misuse(reason: "unknown subject: \(rest[0])")
      }
      return run
    }
  #else
    private static func runWithSQLite(_: String, _: [String], _: [String]) async throws -> Bool {
      throw Misuse(reason: "unknown command, or built without SQLite")
    }
  #endif

  private static func number<Number: FixedWidthInteger>(_ text: String) throws -> Number {
    guard let number = Number(text) else { throw Misuse(reason: "not a number: \(text)") }
    return number
  }

  private struct Misuse: Error {
    let reason: String
  }
}

/// Writes a line at once, so that it arrives even if the process is killed next.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }
}
