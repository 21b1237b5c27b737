import Foundation
import PlayerKit
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The finder of Deezer's previews", .tags(.local))
struct DeezerPreviewFinderTests {
  private let clock = ManualClock()

  /// A Deezer whose previews expire ten minutes after a request.
  private func transport() -> StubTransport {
    let counter = Counter()
    return StubTransport { [clock] call in
      let id = call.request.path?.split(separator: "/").last.map(String.init) ?? ""
      if id == "missing" || id == "404" {
        return .text(#"{"error":{"type":"DataException","message":"no data","code":800}}"#)
      }
      let exp = Int(clock.date.timeIntervalSince1970) + 600
      let preview =
        id == "0" ? "" : "https://media.example/\(id)-\(counter.next())?hdnea=exp=\(exp)~hmac=1"
      return .text(#"{"id":1,"title":"A","preview":"\#(preview)","type":"track"}"#)
    }
  }

  private func resolver(
    _ transport: StubTransport? = nil
  ) -> StreamURLResolver<DeezerPreviewFinder> {
    let transport = transport ?? self.transport()
    let client = DeezerClient(configuration: .init(transport: transport, clock: clock))
    return StreamURLResolver(finder: DeezerPreviewFinder(client: client), clock: clock)
  }

  @Test("requests an address again before it expires, and keeps it until then")
  func asksAgain() async throws {
    let resolver = resolver()
    let track = DeezerTrack(id: "7")
    #expect(try await resolver.resolve(track).fakeName.contains("/7-1?") == true)
    clock.advance(by: .seconds(500))
    #expect(try await resolver.resolve(track).fakeName.contains("/7-1?") == true)
    clock.advance(by: .seconds(50))
    #expect(try await resolver.resolve(track).fakeName.contains("/7-2?") == true)
  }

  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let transport = transport()
    try await check.run(
      on: MediaResolverFixture(
        resolver: resolver(transport),
        track: DeezerTrack(id: "7"),
        missing: DeezerTrack(id: "missing"),
        foreign: URLTrack(path: "a.mp3"),
        lookups: { transport.calls.count },
        expire: { [clock] in clock.advance(by: .seconds(600)) }
      )
    )
  }

  @Test("distinguishes a track without a preview from a missing one")
  func tellsApart() async throws {
    let none = await #expect(throws: PlayerError.self) {
      try await resolver().resolve(DeezerTrack(id: "0"))
    }
    #expect(none?.code == .noPreview)
    let gone = await #expect(throws: PlayerError.self) {
      try await resolver().resolve(DeezerTrack(id: "404"))
    }
    #expect(gone?.code == .notFound)
  }
}
