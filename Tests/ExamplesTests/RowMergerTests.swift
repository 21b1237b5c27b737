import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Rows of several services", .tags(.pure))
struct RowMergerTests {
  private func row(
    _ service: String,
    _ id: String,
    isrc: String? = nil,
    explicit: Bool? = nil
  ) -> SearchRow {
    // The store has Apple Music's ids.
    let catalog = CatalogService(rawValue: service == "itunes" ? "apple" : service)
    var entry = CatalogEntry(
      MusicLink(service: catalog, kind: .song, id: id),
      title: "Paper Street"
    )
    entry.artist = "Tide & Foxes"
    entry.album = "Paper"
    entry.duration = .seconds(200)
    entry.isrc = isrc
    entry.isExplicit = explicit
    return SearchRow(service: service, type: .songs, entry: entry)
  }

  private func ids(_ lists: [[SearchRow]]) -> [[String]] {
    RowMerger.merged(lists, for: "paper street").map { row in
      (row.services.isEmpty ? [row] : row.services).map(\.entry.link.id)
    }
  }

  @Test("do not merge a clean recording with an explicit one")
  func keepsTwinsApart() {
    let merged = ids([
      [
        row("apple", "1", isrc: "C", explicit: false), row("apple", "2", isrc: "E", explicit: true),
      ],
      [
        row("spotify", "e", isrc: "E", explicit: true),
        row("spotify", "c", isrc: "C", explicit: false),
      ],
      [row("itunes", "2", explicit: true), row("itunes", "1", explicit: false)],
    ])
    #expect(merged == [["1", "c", "1"], ["2", "e", "2"]])
  }

  @Test("are merged by an equal id, then an equal code, then similarity")
  func ranks() {
    let merged = ids([
      [row("apple", "1", isrc: "A"), row("apple", "2", isrc: "B")],
      [row("spotify", "x", isrc: "B")],
      [row("itunes", "2")],
    ])
    #expect(merged == [["1"], ["2", "x", "2"]])
  }
}
