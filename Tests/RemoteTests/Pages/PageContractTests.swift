import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import PlayerKitYouTube
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

@Suite("Players in a page keep the contract of backends", .tags(.pure))
struct PageContractTests {
  @Test("each kind", arguments: BackendContract.checks, PagePlayerKind.allCases)
  func keepsTheContract(check: BackendContract.Check, kind: PagePlayerKind) async throws {
    try await check.run(on: PageHarness(kind))
  }
}

/// Makes a host with a page for each player.
private struct PageHarness: BackendHarness {
  private let base: ManualClockBackendHarness
  private let pages: Locked<[ObjectIdentifier: FakePage]>

  init(_ kind: PagePlayerKind) {
    let pages = Locked<[ObjectIdentifier: FakePage]>([:])
    self.pages = pages
    base = ManualClockBackendHarness(
      tracks: Self.tracks(kind),
      tolerance: .milliseconds(50)
    ) { clock in
      let host = PageHost(clock: clock)
      let page = FakePage(host, media: Self.media)
      page.connect()
      clock.advance(by: .milliseconds(20))
      let player = Self.player(kind, host)
      pages.withLock { $0[ObjectIdentifier(player)] = page }
      return player
    }
  }

  private static let names = ["short123456", "longlong123", "missing1234", "garbage1234"]

  private static func tracks(_ kind: PagePlayerKind) -> BackendContractTracks {
    let tracks: [any Track] = names.map { name in
      switch kind {
      case .musicKit: AppleMusicTrack(id: name)
      case .youTube: YouTubeTrack(name) ?? FakeTrack(name)
      case .spotify: SpotifyTrack(id: name)
      case .html: PageMediaTrack(url: URL(filePath: "/")).replaced(by: name)
      }
    }
    return BackendContractTracks(
      short: tracks[0],
      long: tracks[1],
      missing: tracks[2],
      garbage: tracks[3]
    )
  }

  private static func player(_ kind: PagePlayerKind, _ host: PageHost) -> any Player {
    switch kind {
    case .musicKit: MusicKitPagePlayer(host: host)
    case .youTube: YouTubePagePlayer(host: host)
    case .spotify: SpotifyPagePlayer(host: host)
    case .html: HTMLPagePlayer(host: host)
    }
  }

  private static func media(_ item: PageItem) -> FakePage.Media {
    let text = "\(item)"
    if text.contains("short") { return FakePage.Media(duration: .seconds(1)) }
    if text.contains("missing") { return FakePage.Media(failure: "notFound") }
    if text.contains("garbage") { return FakePage.Media(failure: "unsupported") }
    return FakePage.Media()
  }

  var tracks: BackendContractTracks { base.tracks }
  var tolerance: Duration { base.tolerance }
  var clock: any PlaybackClock { base.clock }
  func makePlayer() -> any Player { base.makePlayer() }
  func pass(_ time: Duration) async throws { try await base.pass(time) }

  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await base.wait(for: what, of: player, until: condition)
  }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await base.wait(for: what, in: recorder, until: condition)
  }

  func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool {
    guard let page = pages.withLock({ $0[ObjectIdentifier(player)] }) else { return false }
    switch use {
    case .controls(let action): page.use(action)
    case .takeover: page.loseToDevice()
    }
    return true
  }
}

extension PageMediaTrack {
  fileprivate func replaced(by name: String) -> PageMediaTrack {
    URL(string: "https://media.example/\(name)").map { PageMediaTrack(url: $0) } ?? self
  }
}
