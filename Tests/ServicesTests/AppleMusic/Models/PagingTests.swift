import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Paging of Apple Music's lists", .tags(.pure))
struct PagingTests {
  private typealias Songs = AppleMusic.Collection<AppleMusic.Song>

  private func page(_ ids: [Int], next: String? = nil) -> String {
    let members = ids.map { #"{"id":"\#($0)","type":"songs"}"# }.joined(separator: ",")
    return #"{"data":[\#(members)]\#(next.map { #","next":"\#($0)""# } ?? "")}"#
  }

  @Test("A list pages to the end, with the requested limit")
  func allPages() async throws {
    let pager = StubPager([
      "/v1/a?offset=2": page([3, 4], next: "/v1/a?offset=4"),
      "/v1/a?offset=4": page([5]),
    ])
    let first = try decoded(Songs.self, page([1, 2], next: "/v1/a?offset=2"), pager: pager)
      .paging(by: 2)
    var ids: [String] = []
    for try await song in first.all { ids.append(song.id) }
    #expect(ids == ["1", "2", "3", "4", "5"])
    #expect(
      pager.asked == [
        .init(next: "/v1/a?offset=2", limit: 2), .init(next: "/v1/a?offset=4", limit: 2),
      ]
    )
  }

  @Test("The last page has no next one")
  func lastPage() async throws {
    let last = try decoded(Songs.self, page([1]), pager: StubPager([:]))
    #expect(!last.hasNextBatch)
    #expect(try await last.nextBatch() == nil)
  }

  @Test("A repeated page ends the list")
  func loops() async throws {
    let pager = StubPager([
      "/v1/a?offset=1": page([2], next: "/v1/a?offset=2"),
      "/v1/a?offset=2": page([3], next: "/v1/a?offset=1"),
    ])
    let first = try decoded(Songs.self, page([1], next: "/v1/a?offset=1"), pager: pager)
    var ids: [String] = []
    for try await song in first.all {
      ids.append(song.id)
      if ids.count > 9 { break }
    }
    #expect(ids == ["1", "2", "3"])
  }

  @Test("An empty page in the middle does not end the list")
  func emptyPage() async throws {
    let pager = StubPager(["/v1/a": page([], next: "/v1/b"), "/v1/b": page([2])])
    let first = try decoded(Songs.self, page([1], next: "/v1/a"), pager: pager)
    var ids: [String] = []
    for try await song in first.all { ids.append(song.id) }
    #expect(ids == ["1", "2"])
  }

  @Test("Endless pages without members are a malformed answer")
  func emptyForEver() async throws {
    let pages = (1...9).map { ("/v1/\($0)", page([], next: "/v1/\($0 + 1)")) }
    let pager = StubPager(Dictionary(uniqueKeysWithValues: pages))
    let first = try decoded(Songs.self, page([1], next: "/v1/1"), pager: pager)
    var songs = first.all.makeAsyncIterator()
    #expect(try await songs.next()?.id == "1")
    #expect(await codeThrown { _ = try await songs.next() } == .malformedReply)
    #expect(pager.asked.count == 4)
  }

  @Test("Only consecutive pages without members count")
  func emptyNowAndThen() async throws {
    let pages = (1...20).map { number in
      ("/v1/\(number)", page(number % 4 == 0 ? [number] : [], next: "/v1/\(number + 1)"))
    }
    var answers = Dictionary(uniqueKeysWithValues: pages)
    answers["/v1/21"] = page([21])
    let first = try decoded(Songs.self, page([1], next: "/v1/1"), pager: StubPager(answers))
    var ids: [String] = []
    for try await song in first.all { ids.append(song.id) }
    #expect(ids == ["1", "4", "8", "12", "16", "20", "21"])
  }

  @Test("A cycle of pages ends, however long it is", arguments: [1, 2, 15, 17, 100])
  func longCircle(length: Int) async throws {
    let pages = (0..<length).map { number in
      ("/v1/\(number)", page([number], next: "/v1/\((number + 1) % length)"))
    }
    let pager = StubPager(Dictionary(uniqueKeysWithValues: pages))
    let first = try decoded(Songs.self, page([-1], next: "/v1/0"), pager: pager)
    var seen = Set<String>()
    for try await song in first.all {
      seen.insert(song.id)
      if pager.asked.count > 1_000 { break }
    }
    #expect(seen.count == length + 1)
    #expect(pager.asked.count < 3 * length + 1)
  }

  @Test("After an error the sequence has ended")
  func failure() async throws {
    let first = try decoded(Songs.self, page([1], next: "/v1/a"), pager: StubPager([:]))
    var songs = first.all.makeAsyncIterator()
    #expect(try await songs.next()?.id == "1")
    await #expect(throws: CatalogError.self) { try await songs.next() }
    #expect(try await songs.next() == nil)
  }

  @Test("Relationships and views page as well")
  func insideResources() async throws {
    let pager = StubPager(["/v1/r": page([2]), "/v1/v": page([3])])
    let artist = try decoded(
      AppleMusic.Artist.self,
      #"""
      {"id":"9","type":"artists","relationships":{"songs":\#(page([1], next: "/v1/r"))},
       "views":{"top-songs":\#(page([1], next: "/v1/v"))}}
      """#,
      pager: pager
    )
    #expect(try await artist.songs?.nextBatch()?.map(\.id) == ["2"])
    #expect(try await artist.topSongs?.nextBatch()?.map(\.id) == ["3"])
  }

  @Test("The next page of a search or a chart is extracted from its group")
  func groups() async throws {
    let song = #"{"id":"1","type":"songs"}"#
    for json in [
      #"{"results":{"songs":{"data":[\#(song)],"next":"/v1/n"}}}"#,
      #"{"results":{"songs":[{"chart":"most-played","data":[\#(song)],"next":"/v1/n"}]}}"#,
    ] {
      let page = try decoded(Songs.self, json)
      #expect(page.map(\.id) == ["1"])
      #expect(page.next == "/v1/n")
    }
    let none = try decoded(Songs.self, #"{"results":{}}"#)
    #expect(none.isEmpty)
  }
}
