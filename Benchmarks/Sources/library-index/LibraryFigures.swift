import BenchmarkKit
import Foundation
import PlayerKitLibrary

/// Measures a library of invented songs:
///
///     library-index CSV JSONL QUERIES FOLDER
///
/// The dumps are of MusicBrainz' canonical data and of the Apple Music Feed, with half of the rows each. QUERIES has a
/// line for each query: its kind, a tab, the text, a tab, and titles that have to be among the results, each ended by
/// a tab. The text of the kinds `isrc`, `recording` and `apple` is such an id. Prints seconds, bytes a row, memory, and the times of the queries, and adds a line of them to
/// `figures.tsv` in the folder above FOLDER.
@main
enum LibraryFigures {
  /// As many results as a search gives at most: what is not found is not cut off.
  private static let limit = LibraryIndex.mostFound

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
    let (seconds, bytes, memory) = (
      time / .seconds(1), Double(size) / Double(rows), ProcessFigures.ownPeak()
    )
    // The bounds of time are those of a million rows; other sizes show how it grows.
    let isMillion = rows == 1_000_000
    let bound = isMillion ? 45 : Double.infinity
    verdict.check("import of \(rows) rows", seconds, bound: bound, unit: " s", margin: 1)
    verdict.check("size", bytes, bound: 320, unit: " bytes a row", margin: 1)
    verdict.check("memory of the import", memory, bound: 200, unit: " MB", margin: 1)
    var figures = [
      "\(rows)", seconds.rounded(to: 1), bytes.rounded(to: 1), memory.rounded(to: 0),
    ]
    let kinds = try ask(try LibraryIndex(path: path), arguments[2])
    let table = Table("Queries, in ms", ["", "p50", "p95", "found, %"], nameWidth: 12)
    for (kind, found) in kinds.sorted(by: { $0.key < $1.key }) {
      let times = found.times.sorted()
      let (median, worst) = (times[times.count / 2], times[times.count * 95 / 100])
      let share = found.wanted > 0 ? Double(found.hits) / Double(found.wanted) * 100 : nil
      table.row([
        kind, median.rounded(to: 2), worst.rounded(to: 2), share?.rounded(to: 1) ?? "",
      ])
      figures.append("\(median.rounded(to: 1))/\(worst.rounded(to: 1))")
      verdict.check(
        "p95 of \(kind)",
        worst,
        bound: isMillion ? 30 : .infinity,
        unit: " ms",
        margin: 1
      )
      if let share {
        verdict.check("\(kind): not found", 100 - share, bound: 5, unit: " %", margin: 1)
        figures[figures.count - 1] += " \(share.rounded(to: 1)) %"
      }
    }
    try append(figures, kinds.keys.sorted(), to: arguments[3] + "/../figures.tsv")
    verdict.conclude()
  }

  private struct Found {
    var times: [Double] = []
    var hits = 0
    var wanted = 0
  }

  private static func ask(_ index: LibraryIndex, _ queries: String) throws -> [String: Found] {
    var kinds: [String: Found] = [:]
    let clock = ContinuousClock()
    for line in try String(contentsOfFile: queries, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let wanted = Set(fields.dropFirst(2).filter { !$0.isEmpty })
      var found = kinds[fields[0]] ?? Found()
      var songs: [LibrarySong] = []
      let time = try clock.measure {
        songs =
          switch fields[0] {
          case "isrc": try index.songs(isrc: fields[1])
          case "recording": try index.songs(musicBrainzID: fields[1])
          case "apple": try index.song(appleMusicID: fields[1]).map { [$0] } ?? []
          default: try index.songs(matching: fields[1])
          }
      }
      found.times.append(time / .milliseconds(1))
      if !wanted.isEmpty {
        if songs.count == 25 { songs = try index.songs(matching: fields[1], limit: limit) }
        let titles = songs.map(\.title)
        found.hits += wanted.intersection(titles).count
        found.wanted += wanted.count
      }
      kinds[fields[0]] = found
    }
    return kinds
  }

  private static func append(_ figures: [String], _ kinds: [String], to path: String) throws {
    let head = ["rows", "import, s", "bytes a row", "MB"] + kinds.map { $0 + ", p50/p95 ms" }
    let old = try? String(contentsOfFile: path, encoding: .utf8)
    let text = (old ?? head.joined(separator: "\t") + "\n") + figures.joined(separator: "\t") + "\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
