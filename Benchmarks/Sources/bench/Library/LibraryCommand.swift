import ArgumentParser
import Foundation
import PlayerKitLibrary

/// Measures libraries of invented songs.
struct LibraryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Makes libraries of invented songs, and searches them.",
    discussion: "10,000,000 songs take half an hour and 8 GB of disk."
  )

  @Argument(help: "The numbers of songs; each makes a library.") var songs = [100_000, 1_000_000]

  func run() async throws {
    let verdict = Verdict()
    for count in songs {
      try await Scratch.use("library") { folder in
        Console.note("writing \(count) songs")
        guard try Tool.python(["songs", "\(count)", folder]).wait() else {
          throw Failure("there are no songs")
        }
        report(try Tool.part(.library, [folder]).readFigures(), verdict)
      }
    }
    try verdict.conclude()
  }

  private func report(_ figures: [String: Double], _ verdict: Verdict) {
    func figure(_ name: String) -> Double { figures[name] ?? .nan }
    // The time bounds apply to a million songs. Other sizes show how times grow.
    let isMillion = figure("songs") == 1_000_000
    func check(_ name: String, _ figure: Double, bound: Double, unit: String) {
      let count = (figures["songs"] ?? .nan).rounded(to: 0)
      verdict.check("\(count) songs, \(name)", figure, bound: bound, unit: unit, margin: 1)
    }
    let table = Table(
      "\(figure("songs").rounded(to: 0)) songs: import \(figure("seconds").rounded(to: 1)) s, "
        + "\(figure("bytes").rounded(to: 1)) bytes a song, "
        + "\(figure("memory").rounded(to: 0)) MB; queries in ms",
      ["", "p50", "p95", "found, %"],
      nameWidth: 12
    )
    check("import", figure("seconds"), bound: isMillion ? 45 : .infinity, unit: " s")
    check("size", figure("bytes"), bound: 320, unit: " bytes a song")
    check("memory of the import", figure("memory"), bound: 200, unit: " MB")
    for kind in figures.keys.filter({ $0.hasSuffix(" p95") }).map({ $0.dropLast(4) }).sorted() {
      let found = figures["\(kind) found"]
      table.row([
        String(kind), figure("\(kind) p50").rounded(to: 2), figure("\(kind) p95").rounded(to: 2),
        found?.rounded(to: 1) ?? "",
      ])
      let bound = isMillion ? 15 : Double.infinity
      check("p95 of \(kind)", figure("\(kind) p95"), bound: bound, unit: " ms")
      if let found { check("\(kind): not found", 100 - found, bound: 5, unit: " %") }
    }
  }
}

/// Imports the dumps that `peers.py songs` wrote to a folder, half of the songs from each, and runs
/// its queries.
enum LibraryPart {
  private struct Found {
    var times = Samples()
    var hits = 0
    var wanted = 0
  }

  static func run(_ arguments: [String]) throws {
    let folder = arguments[0]
    let path = folder + "/library.sqlite"
    var songs = 0
    let time = try ContinuousClock().measure {
      for dump in ["canonical.csv", "feed.jsonl"] {
        songs += try LibraryImporter(path: path).run(LibrarySource(path: "\(folder)/\(dump)")).songs
      }
    }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    Console.write("songs", Double(songs))
    Console.write("seconds", time / .seconds(1))
    Console.write("bytes", Double(size) / Double(songs))
    Console.write("memory", ProcessFigures.own.peakMemory)
    for (kind, found) in try ask(try LibraryIndex(path: path), "\(folder)/queries") {
      Console.write("\(kind) p50", found.times.median)
      Console.write("\(kind) p95", found.times.quantile(0.95))
      guard found.wanted > 0 else { continue }
      Console.write("\(kind) found", Double(found.hits) / Double(found.wanted) * 100)
    }
  }

  /// Runs a query for each line of a file. A line has the kind, the text or id, and expected
  /// titles, with a tab after each.
  private static func ask(_ index: LibraryIndex, _ queries: String) throws -> [String: Found] {
    var kinds: [String: Found] = [:]
    for line in try String(contentsOfFile: queries, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let wanted = Set(fields.dropFirst(2).filter { !$0.isEmpty })
      var songs: [LibrarySong] = []
      let time = try ContinuousClock().measure {
        songs =
          switch fields[0] {
          case "isrc": try index.songs(isrc: fields[1])
          case "recording": try index.songs(musicBrainzID: fields[1])
          case "apple": try index.song(appleMusicID: fields[1]).map { [$0] } ?? []
          default: try index.songs(matching: fields[1])
          }
      }
      kinds[fields[0], default: Found()].times.add(time)
      guard !wanted.isEmpty else { continue }
      // If a search returned the default number of results, request all of them.
      if songs.count == 25 {
        songs = try index.songs(matching: fields[1], limit: LibraryIndex.maximumFound)
      }
      kinds[fields[0], default: Found()].hits += wanted.intersection(songs.map(\.title)).count
      kinds[fields[0], default: Found()].wanted += wanted.count
    }
    return kinds
  }
}
