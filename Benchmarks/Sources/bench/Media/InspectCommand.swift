import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitInspection

/// Inspects local files, and compares the time with mutagen's.
struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Inspects local files; fails if mutagen is faster."
  )

  @Option(help: "The number of files.") var files = 10_000

  func run() async throws {
    try await Scratch.use("inspect") { folder in
      _ = try TaggedFiles.copy(files) { "\(folder)/\($0)" }
      let table = Table(
        "\(files) files, each time in a new process: files a second, and MB",
        ["round", "MediaInspector", "MB", "with a title", "mutagen", "MB"],
        nameWidth: 6
      )
      var (ours, theirs) = (Samples(), Samples())
      for round in 1...5 {
        let mutagen = try Tool.python(["mutagen", folder]).readFigures()
        let inspector = try Tool.part(.inspect, [folder]).readFigures()
        ours.add(inspector["rate"] ?? .nan)
        theirs.add(mutagen["rate"] ?? .nan)
        table.row(
          ["\(round)"]
            + [
              inspector["rate"], inspector["memory"], inspector["titled"], mutagen["rate"],
              mutagen["memory"],
            ].map { ($0 ?? .nan).rounded(to: 0) }
        )
      }
      let verdict = Verdict()
      verdict.check(
        "files a second, mutagen ÷ MediaInspector",
        theirs.median / ours.median,
        bound: 1,
        unit: "",
        margin: 1
      )
      try verdict.conclude()
    }
  }
}

/// Inspects all files of a folder. Fails if one of them is unreadable.
enum InspectPart {
  static func run(_ arguments: [String]) async throws {
    let folder = arguments[0]
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
    let inspector = MediaInspector(.init(concurrency: 4))
    let start = ContinuousClock.now
    let titled = try await withThrowingTaskGroup(of: Bool.self) { group in
      var (rest, titled) = (paths[...], 0)
      func add() {
        guard let path = rest.popFirst() else { return }
        group.addTask {
          do {
            return try await inspector.inspect(MediaSource(.file(path: path))).metadata.title != nil
          } catch {
            throw Failure("\(path): \(error)")
          }
        }
      }
      for _ in 0..<16 { add() }
      while let isTitled = try await group.next() {
        if isTitled { titled += 1 }
        add()
      }
      return titled
    }
    Console.write("rate", Double(paths.count) / ((ContinuousClock.now - start) / .seconds(1)))
    Console.write("titled", Double(titled))
    Console.write("memory", ProcessFigures.own.peakMemory)
  }
}
