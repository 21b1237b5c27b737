import Testing

@testable import PlayerKitCLI

@Suite("Rows of several services")
struct RowMergerTests {
  private func row(
    _ service: SearchService,
    _ id: String,
    isrc: String? = nil,
    explicit: Bool? = nil
  ) -> SearchRow {
    var row = SearchRow(service: service, type: .songs, id: id, title: "Paper Street")
    row.artist = "Tide & Foxes"
    row.album = "Paper"
    row.duration = .seconds(200)
    row.isrc = isrc
    row.isExplicit = explicit
    return row
  }

  private func ids(_ lists: [[SearchRow]]) -> [[String]] {
    RowMerger.merged(lists).map { row in row.services.isEmpty ? [row.id] : row.services.map(\.id) }
  }

  @Test("do not mix a clean recording with an explicit one")
  func keepsTwinsApart() {
    let merged = ids([
      [row(.apple, "1", isrc: "C", explicit: false), row(.apple, "2", isrc: "E", explicit: true)],
      [
        row(.spotify, "e", isrc: "E", explicit: true),
        row(.spotify, "c", isrc: "C", explicit: false),
      ],
      [row(.itunes, "2", explicit: true), row(.itunes, "1", explicit: false)],
    ])
    #expect(merged == [["1", "c", "1"], ["2", "e", "2"]])
  }

  @Test("go by an equal id, then an equal code, then by likeness")
  func ranks() {
    let merged = ids([
      [row(.apple, "1", isrc: "A"), row(.apple, "2", isrc: "B")],
      [row(.spotify, "x", isrc: "B")],
      [row(.itunes, "2")],
    ])
    #expect(merged == [["1"], ["2", "x", "2"]])
  }
}
