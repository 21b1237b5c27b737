import BenchmarkKit
import Foundation
import PlayerKitLibrary

/// Measures a library of invented songs:
///
///     library-index DUMPS QUERIES FOLDER
///
/// DUMPS are two files, of MusicBrainz' canonical data and of the Apple Music Feed, with half of the rows each.
/// QUERIES has a line for each query: its kind, a tab, the text, a tab, and what has to be among the results or
/// nothing. Prints seconds, bytes a row, memory, and the times of the queries.
@main
enum LibraryFigures {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 4 else {
      Console.note("usage: library-index CSV JSONL QUERIES FOLDER")
      exit(2)
    }
    let path = arguments[3] + "/library.sqlite"
    let verdict = Verdict()
    let clock = ContinuousClock()
    var rows = 0
    let time = try clock.measure {
      for dump in arguments[..<2] {
        rows += try LibraryImporter(path: path).run(LibrarySource(path: dump)).songs
      }
    }
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    let isWhole = rows >= 1_000_000
    verdict.check(
      "import of \(rows) rows",
      time / .seconds(1),
      bound: isWhole ? 45 : .infinity,
      unit: " s",
      margin: 1.15
    )
    verdict.check("size", Double(size) / Double(rows), bound: 320, unit: " bytes a row", margin: 1)
    verdict.check("memory of the import", peak(), bound: 200, unit: " MB", margin: 1)
    let index = try LibraryIndex(path: path)
    var times: [String: [Double]] = [:]
    var hits: [String: (found: Int, of: Int)] = [:]
    for line in try String(contentsOfFile: arguments[2], encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      var titles: [String] = []
      let time = try clock.measure { titles = try index.songs(matching: fields[1]).map(\.title) }
      times[fields[0], default: []].append(time / .milliseconds(1))
      guard fields.count > 2, !fields[2].isEmpty else { continue }
      var hit = hits[fields[0]] ?? (0, 0)
      hit.of += 1
      if titles.contains(fields[2]) { hit.found += 1 }
      hits[fields[0]] = hit
    }
    let table = Table("Queries, in ms", ["", "p50", "p95", "found"])
    for (kind, unsorted) in times.sorted(by: { $0.key < $1.key }) {
      let sorted = unsorted.sorted()
      let worst = sorted[sorted.count * 95 / 100]
      let hit = hits[kind].map { Double($0.found) / Double(max($0.of, 1)) * 100 }
      table.row([
        kind, sorted[sorted.count / 2].rounded(to: 2), worst.rounded(to: 2),
        hit.map { $0.rounded(to: 1) } ?? "",
      ])
      verdict.check("p95 of \(kind)", worst, bound: 30, unit: " ms", margin: 1.15)
      if kind == "typo", let hit {
        verdict.check("typos not found", 100 - hit, bound: 5, unit: " %", margin: 1)
      }
    }
    verdict.conclude()
  }

  /// The most resident memory so far, in MB.
  private static func peak() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    return (line?.split(separator: " ").dropLast().last).flatMap { Double($0) }.map { $0 / 1_024 }
      ?? .nan
  }
}
