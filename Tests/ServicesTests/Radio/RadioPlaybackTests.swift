import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRadio

@Suite("Stations of the directory", .tags(.local))
struct RadioPlaybackTests {
  private static func transport(
    _ count: Locked<Int> = Locked(0),
    address: @escaping @Sendable (Int) -> String = { "http://stream.example/\($0)" }
  ) -> StubTransport {
    StubTransport { call in
      guard call.value("uuids") == RadioFixture.id else { return .text("[]") }
      let number = count.withLock { count in
        count += 1
        return count
      }
      return .text("[\(RadioFixture.station(resolved: address(number)))]")
    }
  }

  private func track(_ url: String, _ resolved: String) throws -> RadioTrack {
    let text = RadioFixture.station(url: url, resolved: resolved)
    return RadioTrack(try JSONDecoder().decode(RadioBrowser.Station.self, from: Data(text.utf8)))
  }

  private func url(_ source: MediaSource?) -> String? {
    guard case .remote(let url) = source?.location else { return nil }
    return url.absoluteString
  }

  @Test("pass the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let transport = Self.transport()
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    try await check.run(
      on: MediaResolverFixture(
        resolver: RadioResolver(client: client),
        track: RadioTrack(id: RadioFixture.id),
        missing: RadioTrack(id: RadioFixture.other),
        foreign: URLTrack(path: "a.mp3"),
        lookups: { transport.calls.count }
      )
    )
  }

  @Test("play from a known address, without a request to the directory")
  func known() async throws {
    let transport = Self.transport()
    let resolver = RadioResolver(client: RadioFixture.client(transport))
    let track = try track("http://b.example/x", "http://a.example/y")
    let source = try #require(try resolver.resolveNow(track))
    #expect(url(source) == "http://a.example/y")
    #expect(source.alternatives.map(url) == ["http://b.example/x"])
    #expect(source.reach == .publicAlone)
    #expect(source.alternatives.allSatisfy { $0.reach == .publicAlone })
    #expect(!source.allowsCaching)
    #expect(transport.calls.isEmpty)
  }

  @Test("are found again by their ids, if the address has changed")
  func moved() async throws {
    let transport = Self.transport()
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    // A stored favorite.
    var registry = TrackRegistry()
    registry.add(RadioTrack.self)
    let stored = try registry.encode(try track("http://b.example/x", "http://a.example/old?sid=1"))
    let favorite = registry.decode(stored)
    // While it is opened.
    let source = try await RadioResolver(client: client).resolve(favorite)
    #expect(url(source) == "http://a.example/old?sid=1")
    #expect(url(try await source.renewal?()) == "http://stream.example/1")
    // After it has failed.
    let resolver = RadioResolver(client: client)
    #expect(url(try await resolver.resolve(favorite)) == "http://a.example/old?sid=1")
    resolver.forget(favorite, after: PlayerError(.unreachable, ""))
    let again = try await resolver.resolve(favorite)
    #expect(url(again) == "http://stream.example/2")
    #expect(again.alternatives.isEmpty)
  }

  @Test("with dead hosts are found again at once, and remembered there")
  func hostGone() async throws {
    let transport = Self.transport()
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    let favorite = try track("http://b.example/x", "http://a.example/old")
    let resolver = RadioResolver(client: client)
    let source = try #require(try resolver.resolveNow(favorite))
    // The directory is not asked before it fails.
    #expect(transport.calls.isEmpty)
    let found = try await source.replacement?()
    #expect(url(found) == "http://stream.example/1")
    #expect(found?.alternatives.isEmpty == true)
    #expect(transport.calls.count == 1)
    #expect(url(try resolver.resolveNow(favorite)) == "http://stream.example/1")
    // If the directory has no better address, the error stays.
    let same = Self.transport { _ in "http://a.example/old" }
    let other = RadioResolver(
      client: RadioFixture.client(same, base: "http://127.0.0.1:8000")
    )
    let stale = try #require(try other.resolveNow(favorite))
    let error = await #expect(throws: PlayerError.self) { try await stale.replacement?() }
    #expect(error?.code == .unreachable)
  }

  @Test("that are gone are not found, and neither are stations without an address")
  func gone() async throws {
    let resolver = RadioResolver(
      client: RadioFixture.client(Self.transport { _ in "" }, base: "http://127.0.0.1:8000")
    )
    for id in [RadioFixture.id, RadioFixture.other] {
      let track = RadioTrack(id: id)
      let source = try? await resolver.resolve(track)
      // A playlist in the entry is used as an address, if necessary.
      #expect(url(source) == (id == RadioFixture.id ? "http://stream.example/listen.pls" : nil))
    }
    let error = await #expect(throws: PlayerError.self) {
      try await resolver.resolve(RadioTrack(id: RadioFixture.other))
    }
    #expect(error?.code == .notFound)
    await #expect(throws: PlayerError.self) { try await resolver.resolve(RadioTrack(id: "../x")) }
  }

  @Test("are counted once each, and only if the app turns that on")
  func clicks() async throws {
    let silent = RadioService(ServiceSetup(network: StubTransport(answers: [])))
    #expect(silent.reporter == nil)
    let asked = RadioService(ServiceSetup(), countsClicks: true)
    #expect(asked.reporter is RadioClicks)

    let transport = StubTransport { _ in .text(#"{"ok":"true","message":"retrieved station url"}"#)
    }
    let client = RadioFixture.client(transport, base: "http://127.0.0.1:8000")
    #expect(try await client.countClick(RadioFixture.other).ok == true)
    let clicks = RadioClicks(client: client)
    let clock = ManualClock()
    let players = [PlayerType.radio, .url].map { FakePlayer(playerType: $0, clock: clock) }
    let queue = QueuePlayer(players: players, clock: clock)
    let recorder = ListeningRecorder(of: queue, rule: clicks.rule) { clicks.receive($0) }
    let station = RadioTrack(id: RadioFixture.id)
    try queue.set([station, URLTrack(path: "a.mp3"), station])
    queue.play()
    for _ in 1...3 {
      clock.advance(by: .seconds(10))
      await queue.events.delivered()
      queue.next()
    }
    await queue.events.delivered()
    recorder.stop()
    await clicks.finish()
    #expect(
      transport.calls.map(\.path) == [
        "/json/url/" + RadioFixture.other, "/json/url/" + RadioFixture.id,
      ]
    )
  }

  @Test("are played by their links")
  func tracks() async throws {
    let service = RadioService(
      client: RadioFixture.client(Self.transport(), base: "http://127.0.0.1:8000")
    )
    let link = MusicLink(service: .radio, kind: .station, id: RadioFixture.id)
    let track = try #require(try await service.tracks(of: link).first as? RadioTrack)
    #expect(track.addresses.map(\.absoluteString) == ["http://stream.example/1"])
    #expect(track.metadata.title == "Example FM One")
  }
}
