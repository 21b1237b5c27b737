import PlayerKitServices
import TestSupport
import Testing

@Suite("Merged results of services", .tags(.pure))
struct ResultMergerTests {
  private func song(
    _ title: String,
    by artist: String,
    at service: String,
    lasts seconds: Double? = nil
  ) -> CatalogEntry {
    let link = MusicLink(
      service: CatalogService(rawValue: service),
      kind: .song,
      id: "\(title) \(artist)"
    )
    var entry = CatalogEntry(link, title: title)
    entry.artist = artist
    entry.duration = seconds.map { .seconds($0) }
    return entry
  }

  private func titles(_ term: String, _ lists: [CatalogEntry]...) -> [String] {
    ResultMerger(term).merged(lists).map { $0[0].title ?? "" }
  }

  @Test(
    "rank what was typed first, however it is spelled",
    arguments: [
      ("dont stop believin", "Don't Stop Believin'"), ("beleivin", "Don't Stop Believin'"),
      ("99 red balloons", "Ninety-Nine Red Balloons"), ("mana maria", "Maná y María"),
      ("acdc thunder", "Thunder Road"), ("さくら", "サクラ"),
    ]
  )
  func asTyped(term: String, title: String) {
    let others = [
      song("Something Else", by: "The Lanterns", at: "one"),
      song("Red Sky", by: "The Lanterns", at: "one"),
    ]
    let wanted = [
      song("Don't Stop Believin'", by: "Voyage", at: "two"),
      song("Ninety-Nine Red Balloons", by: "Nina", at: "two"),
      song("Maná y María", by: "Duo", at: "two"), song("Thunder Road", by: "AC/DC", at: "two"),
      song("サクラ", by: "Haru", at: "two"),
    ]
    #expect(titles(term, others, wanted).first == title)
    #expect(titles(term, others, wanted).count == 7)
  }

  @Test("have scores that rank results of a single service in the same way")
  func scores() {
    let list = [
      song("Something Else", by: "The Lanterns", at: "one"),
      song("Lanterns at Sea", by: "Voyage", at: "one"), song("Lanterns", by: "Voyage", at: "one"),
    ]
    let merger = ResultMerger("lantens voyage")
    let scores = merger.scores(of: list)
    #expect(scores[2] > scores[1] && scores[1] > scores[0])
    let ranked = zip(list, scores).sorted { $0.1 > $1.1 }.map(\.0)
    #expect(merger.merged([list]).map { $0[0] } == ranked)
    #expect(merger.scores(of: []).isEmpty)
  }

  @Test("merge equal recordings once, also with other names for the same song")
  func equalRecordings() {
    let one = [
      song("Spring Day", by: "BTS", at: "one", lasts: 274),
      song("Spring Day (Live)", by: "BTS", at: "one", lasts: 280),
    ]
    let two = [
      song("봄날 (Spring Day)", by: "방탄소년단", at: "two", lasts: 274),
      song("Spring Day", by: "Somebody Else", at: "two", lasts: 274),
    ]
    let groups = ResultMerger("spring day").merged([one, two])
    #expect(groups.map(\.count).sorted() == [1, 1, 2])
    #expect(groups.first { $0.count == 2 } == [one[0], two[0]])
    #expect(groups[0] == [one[0], two[0]])
  }

  @Test("keep the order of each service if results match equally well")
  func order() {
    let one = (1...3).map { song("Boats", by: "Band \($0)", at: "one", lasts: Double($0) * 100) }
    let two = (4...6).map { song("Boats", by: "Band \($0)", at: "two", lasts: Double($0) * 100) }
    let artists = ResultMerger("boats").merged([one, two]).map { $0[0].artist ?? "" }
    // The best result of each service comes first.
    #expect(artists == ["Band 1", "Band 4", "Band 2", "Band 5", "Band 3", "Band 6"])
  }

  @Test("contain each result, even if nothing was typed")
  func empty() {
    let one = [song("Boats", by: "Band", at: "one"), song("Trains", by: "Band", at: "one")]
    #expect(titles("", one) == ["Boats", "Trains"])
    #expect(titles("zzzz", one, []) == ["Boats", "Trains"])
    #expect(titles("boats").isEmpty)
  }
}
