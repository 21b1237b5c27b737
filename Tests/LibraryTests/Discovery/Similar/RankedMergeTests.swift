import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitDiscovery

@Suite(.tags(.pure)) struct RankedMergeTests {
  private static let mbid = "f27ec8db-af05-4f36-916e-3d57f91ecf5e"
  private static let otherMBID = "7364dea6-ca9a-48e3-be01-b44ad0d19897"
  private static let one = CatalogService(rawValue: "one")
  private static let two = CatalogService(rawValue: "two")

  private func merged(_ lists: [[ArtistReference]]) -> RankedMerge<ArtistReference> {
    RankedMerge(
      lists,
      keys: \.keys,
      isOther: { $0.isNamesake(of: $1) },
      filled: { $0.filled(from: $1) }
    )
  }

  private func names(_ lists: [[String]]) -> [String] {
    merged(lists.map { $0.map { ArtistReference($0) } }).members.map(\.element.name)
  }

  @Test("entries of several lists come before the first entry of one list")
  func severalListsName() {
    #expect(names([["A", "B", "C"], ["D", "B", "C"]]).prefix(2) == ["B", "C"])
  }

  @Test("among equals, the preferred list's entries come first")
  func equalOnesPreferred() {
    #expect(names([["A", "B"], ["C", "D"]]) == ["A", "C", "B", "D"])
  }

  @Test("case, accents and articles of names do not count")
  func caseMarksArticles() {
    #expect(names([["The Knîfe"], ["knife"], ["THE KNIFE"]]) == ["The Knîfe"])
  }

  @Test("a MusicBrainz id joins two names into one artist")
  func musicbrainzIdMakes() {
    let first = ArtistReference("Prince", musicBrainzID: Self.mbid)
    let second = ArtistReference("O(+>", musicBrainzID: Self.mbid.uppercased())
    #expect(merged([[first], [second]]).members.count == 1)
  }

  @Test("different MusicBrainz ids keep namesakes apart")
  func differentMusicbrainzIds() {
    let first = ArtistReference("Genesis", musicBrainzID: Self.mbid)
    let second = ArtistReference("Genesis", musicBrainzID: Self.otherMBID)
    #expect(merged([[first], [second]]).members.count == 2)
  }

  @Test("one service's different ids keep namesakes apart")
  func oneServiceDifferent() {
    let first = ArtistReference("Genesis", ids: [Self.one: "1"])
    let second = ArtistReference("Genesis", ids: [Self.one: "2"])
    #expect(merged([[first, second]]).members.count == 2)
  }

  @Test("ids of several services join, and lead to the third")
  func idsSeveralServices() {
    let merge = merged([
      [ArtistReference("Air", ids: [Self.one: "1"])],
      [ArtistReference("Air", ids: [Self.two: "2"])],
      [ArtistReference("AIR (FR)", ids: [Self.two: "2"])],
    ])
    #expect(merge.members.map(\.element.ids) == [[Self.one: "1", Self.two: "2"]])
    #expect(merge.members.map(\.lists) == [[0, 1, 2]])
  }

  @Test("a list that names an artist twice counts once")
  func listNamesOne() {
    #expect(names([["A", "A", "A"], ["B"], ["B"]]).first == "B")
  }

  @Test("an artist whose name is only symbols is still an artist")
  func artistSignsAlone() {
    #expect(names([["!!!"], ["†††"], ["!!!"]]) == ["!!!", "†††"])
  }
}
