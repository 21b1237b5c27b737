import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The resolver of addresses that expire", .tags(.local))
struct StreamURLResolverTests {
  /// Returns addresses for five minutes each, with a token in a header field.
  private struct Finder: StreamURLProvider {
    let clock: ManualClock
    let asked: Recorded<String>

    var allowsCaching = false
    var playerType: PlayerType { .url }

    func key(of track: any Track) -> StreamURLKey? {
      track.id == "foreign" ? nil : StreamURLKey(id: track.id)
    }

    func address(of track: any Track) async throws -> StreamURL? {
      asked.append(track.id)
      if track.id == "missing" { throw CatalogError(.notFound, "There is no such track.") }
      return StreamURL(
        at: URL(string: "https://media.example/\(track.id)/\(asked.elements.count)"),
        headers: ["Authorization": "Bearer t"],
        expiration: clock.date.addingTimeInterval(300)
      )
    }
  }

  private struct Song: Track {
    let id: String
    var metadata: TrackMetadata { TrackMetadata() }
    var playerTypes: [PlayerType] { [.url] }
  }

  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let clock = ManualClock()
    let asked = Recorded<String>()
    try await check.run(
      on: MediaResolverFixture(
        resolver: StreamURLResolver(finder: Finder(clock: clock, asked: asked), clock: clock),
        track: Song(id: "1"),
        missing: Song(id: "missing"),
        foreign: Song(id: "foreign"),
        headers: ["Authorization": "Bearer t"],
        lookups: { asked.elements.count },
        expire: { clock.advance(by: .seconds(300)) }
      )
    )
  }

  @Test("A track is named without asking the service, if its media may be cached")
  func named() async throws {
    let clock = ManualClock()
    var finder = Finder(clock: clock, asked: Recorded<String>())
    let strict = StreamURLResolver(finder: finder, clock: clock)
    #expect(strict.cacheKey(of: Song(id: "1")) == nil)
    finder.allowsCaching = true
    let resolver = StreamURLResolver(finder: finder, clock: clock)
    let name = resolver.cacheKey(of: Song(id: "1"))
    #expect(name != nil)
    #expect(resolver.cacheKey(of: Song(id: "foreign")) == nil)
    #expect(finder.asked.elements.isEmpty)
    #expect(try await resolver.resolve(Song(id: "1")).cacheKey == name)
  }

  @Test("An address is stored if it is plain and on a web server")
  func stored() throws {
    let plain = try #require(StreamURL(at: URL(string: "https://media.example/1")))
    var secret = plain
    secret.headers = ["Authorization": "Bearer t"]
    let kept = try JSONEncoder().encode([plain, secret])
    #expect(String(decoding: kept, as: UTF8.self).contains("Bearer") == false)
    #expect(try JSONDecoder().decode([StreamURL?].self, from: kept) == [plain, nil])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StreamURL.self, from: Data(#""file:///etc/passwd""#.utf8))
    }
  }
}
