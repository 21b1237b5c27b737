import ArgumentParser
import Foundation
import PlayerKitAppleMusic
import PlayerKitServices

/// Measures how much tolerance, paging and shared kinds cost: decodes a page of songs with the library's models
/// and with a plain Codable model, in turns.
struct CatalogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "catalog",
    abstract: "Decodes a page of songs, and compares the time with a plain Codable model's."
  )

  private static let songs = 100
  private static let rounds = 60
  private static let perRound = 5
  private static let bound = 1.3

  func run() throws {
    let page = try SongPage.json(of: Self.songs)
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
    var times: (ours: Samples, mixed: Samples, plain: Samples) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      times.plain.add(try plain())
      times.ours.add(try ours())
      times.mixed.add(try mixed())
    }
    let base = times.plain.median
    let table = Table(
      "\(Self.songs) songs, \(page.count) bytes; medians of \(Self.rounds) rounds in turns, "
        + "processor time",
      ["", "ms", "÷ plain"],
      nameWidth: 26
    )
    let verdict = Verdict()
    table.row(["plain Codable", base.rounded(to: 2), "1.00"])
    for (name, time) in [
      ("Collection<Song>", times.ours.median), ("Collection<Item>", times.mixed.median),
    ] {
      table.row([name, time.rounded(to: 2), (time / base).rounded(to: 2)])
      verdict.check("\(name) ÷ plain Codable", time / base, bound: Self.bound, unit: "", margin: 1)
    }
    try verdict.conclude()
  }

  /// A model that reads nothing is fast, so both models must hold the whole page.
  private func check(_ page: Data) throws {
    let ours = try JSONDecoder().decode(AppleMusic.Collection<AppleMusic.Song>.self, from: page)
    let whole = try JSONDecoder().decode(JSONValue.self, from: page)
    for data in [
      try JSONEncoder().encode(ours),
      try JSONEncoder().encode(JSONDecoder().decode(PlainPage.self, from: page)),
    ] where try JSONDecoder().decode(JSONValue.self, from: data) != whole {
      throw Failure("a model does not hold the whole page")
    }
  }

  /// Returns processor time, which other processes on the machine do not lengthen.
  private func time(_ body: () throws -> Int) throws -> Duration {
    let start = clock()
    for _ in 0..<Self.perRound where try body() != Self.songs { throw CancellationError() }
    let ticks = Double(clock() - start) / Double(Self.perRound)
    return .seconds(ticks / Double(CLOCKS_PER_SEC))
  }
}

/// A pager without pages. Lists with further pages require a pager when they are decoded.
private struct NoPager: ListPager {
  func page<Page: CatalogList>(
    at next: String,
    after paging: ListPaging,
    as type: Page.Type
  ) async throws -> Page {
    throw CatalogError(.notFound, "There is no other page.")
  }
}
