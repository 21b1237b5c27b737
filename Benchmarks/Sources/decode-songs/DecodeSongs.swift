import BenchmarkKit
import Foundation
import MusicCatalog
import PlayerKitAppleMusic

/// Shows what tolerance, paging and shared kinds cost: a page of songs through the library's models
/// beside the same page through a plain Codable model, in turns in one run.
@main
enum DecodeSongs {
  static let songs = 100
  static let rounds = 60
  static let perRound = 5
  static let bound = 1.3

  static func main() throws {
    let page = try SongPage.json(of: songs)
    try check(page)
    let decoder = JSONDecoder()
    decoder.userInfo[.listPager] = NoPager()
    let plainDecoder = JSONDecoder()

    func ours() throws -> Duration {
      try time { try decoder.decode(AppleMusic.Collection<AppleMusic.Song>.self, from: page).count }
    }
    func mixed() throws -> Duration {
      try time { try decoder.decode(AppleMusic.Collection<AppleMusic.Item>.self, from: page).count }
    }
    func plain() throws -> Duration {
      try time { try plainDecoder.decode(PlainPage.self, from: page).data.count }
    }

    for _ in 0..<5 { _ = try (ours(), mixed(), plain()) }
    var times: (ours: [Duration], mixed: [Duration], plain: [Duration]) = ([], [], [])
    for _ in 0..<rounds {
      times.plain.append(try plain())
      times.ours.append(try ours())
      times.mixed.append(try mixed())
    }
    let base = median(times.plain)
    let ratio = median(times.ours) / base
    let mixedRatio = median(times.mixed) / base
    let table = Table(
      "\(songs) songs, \(page.count) bytes; medians of \(rounds) rounds in turns, processor time",
      ["", "ms", "÷ plain"],
      nameWidth: 26
    )
    let verdict = Verdict()
    table.row(["plain Codable", milliseconds(base), "1.00"])
    for (name, ratio) in [("Collection<Song>", ratio), ("Collection<Item>", mixedRatio)] {
      table.row([name, milliseconds(base * ratio), ratio.rounded(to: 2)])
      verdict.check("\(name) ÷ plain Codable", ratio, bound: bound, unit: "", margin: 1)
    }
    verdict.conclude()
  }

  /// A model that reads nothing is fast: both must hold the whole page.
  private static func check(_ page: Data) throws {
    let ours = try JSONDecoder().decode(AppleMusic.Collection<AppleMusic.Song>.self, from: page)
    let whole = try JSONDecoder().decode(JSONValue.self, from: page)
    for data in [
      try JSONEncoder().encode(ours),
      try JSONEncoder().encode(JSONDecoder().decode(PlainPage.self, from: page)),
    ] where try JSONDecoder().decode(JSONValue.self, from: data) != whole {
      Console.write("FAILED: a model does not hold the whole page")
      exit(1)
    }
  }

  /// The processor's time, which other processes on the machine do not lengthen.
  private static func time(_ body: () throws -> Int) throws -> Duration {
    let start = clock()
    for _ in 0..<perRound where try body() != songs { throw CancellationError() }
    let ticks = Double(clock() - start) / Double(perRound)
    return .seconds(ticks / Double(CLOCKS_PER_SEC))
  }

  private static func median(_ times: [Duration]) -> Duration { times.sorted()[times.count / 2] }

  private static func milliseconds(_ time: Duration) -> String {
    (time / .milliseconds(1)).rounded(to: 2)
  }
}

/// Lists that go on look for a pager; here is one to be found.
struct NoPager: ListPager {
  func page<Page: CatalogList>(
    at next: String,
    after paging: ListPaging,
    as type: Page.Type
  ) async throws -> Page {
    throw CatalogError(.notFound, "There is no other page.")
  }
}
