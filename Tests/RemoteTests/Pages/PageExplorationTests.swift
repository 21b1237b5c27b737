import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitSpotify
import PlayerKitTesting
import PlayerKitYouTube
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

/// Mixed queues with random commands and faults.
@Suite("Queues with pages, at random", .tags(.pure))
struct PageExplorationTests {
  /// `PLAYERKIT_PAGE_SEEDS=1000` explores longer.
  private static let seeds: Range<UInt64> = {
    let count = ProcessInfo.processInfo.environment["PLAYERKIT_PAGE_SEEDS"].flatMap(UInt64.init)
    return 0..<(count ?? 60)
  }()

  @Test("never two sound, nothing is stuck, and no end comes early")
  func explores() throws {
    for seed in Self.seeds {
      var world = PageWorld(seed: seed)
      try world.run()
      #expect(world.faults.isEmpty, "seed \(seed): \(world.faults) after \(world.story.suffix(12))")
      if !world.faults.isEmpty { return }
    }
  }
}

/// A queue with local files and four page players, and the pages that may play them.
private struct PageWorld {
  private let clock = ManualClock()
  private let host: PageHost
  private let pages: [FakePage]
  private let local: FakePlayer
  private let queue: QueuePlayer
  private var random: SeededGenerator
  private(set) var faults: [String] = []
  private(set) var story: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let host = PageHost(clock: clock)
    self.host = host
    // A slow page still sounds while another player may already begin.
    let latency = [5, 150, 400].randomElement(using: &random) ?? 5
    pages = (0..<2).map { _ in
      FakePage(host, latency: .milliseconds(latency)) { item in
        var media = FakePage.Media(duration: .seconds(20))
        let text = "\(item)"
        if text.contains("missing") { media.failure = "notFound" }
        if text.contains("slow") { media.loadTime = .seconds(2) }
        return media
      }
    }
    local = FakePlayer(clock: clock) { _ in FakeMedia(duration: .seconds(20)) }
    queue = QueuePlayer(
      players: [
        local, MusicKitPagePlayer(host: host), YouTubePagePlayer(host: host),
        SpotifyPagePlayer(host: host), HTMLPagePlayer(host: host),
      ],
      clock: clock
    )
  }

  mutating func run() throws {
    try queue.set(tracks())
    pages[0].connect()
    for _ in 0..<40 {
      step()
      pass(.milliseconds(Int.random(in: 0...4_000, using: &random)))
      if !faults.isEmpty { return }
    }
    recover()
  }

  private func tracks() throws -> [any Track] {
    var tracks: [any Track] = []
    for round in 0..<3 {
      tracks.append(FakeTrack("local\(round)"))
      tracks.append(AppleMusicPageTrack(AppleMusicTrack(id: "apple\(round)")))
      tracks.append(try #require(YouTubeTrack("video00000\(round)")))
      tracks.append(
        SpotifyTrack(
          id: round == 1 ? "missing" : "spotify\(round)",
          playerTypes: [
            .spotifyPage
          ]
        )
      )
      let url = try #require(URL(string: "https://media.example/slow\(round)"))
      tracks.append(PageMediaTrack(url: url))
    }
    return tracks
  }

  private mutating func step() {
    let page = pages[Int.random(in: 0...1, using: &random)]
    let what = Int.random(in: 0..<18, using: &random)
    story.append("\(what)")
    switch what {
    case 0...2: queue.play()
    case 3: queue.pause()
    case 4...5: queue.next()
    case 6: queue.previous()
    case 7: queue.seek(to: .seconds(Int.random(in: 0...25, using: &random)))
    case 8: page.reload(isActivated: Bool.random(using: &random))
    case 9: page.vanish()
    case 10: page.hang()
    case 11...12: page.connect()
    case 13: page.click()
    case 14: page.use(Bool.random(using: &random) ? .play : .pause)
    case 15: page.takeOver()
    case 16: page.loseToDevice()
    default: for _ in 0..<5 { queue.next() }
    }
  }

  /// Moves the clock from deadline to deadline, and checks after each.
  private mutating func pass(_ time: Duration) {
    let end = clock.now + time
    while let next = clock.nextDeadline, next <= end {
      clock.advance(to: next)
      check()
      if !faults.isEmpty { return }
    }
    clock.advance(to: end)
    check()
  }

  private mutating func check() {
    let sounding =
      pages.filter(\.isSounding).map { "\($0.soundingItem as Any)" }
      + [local.soundingTrack?.id].compactMap(\.self)
    if sounding.count > 1 { faults.append("two sound: \(sounding)") }
  }

  /// With a healthy page and a click, the queue plays again.
  private mutating func recover() {
    for page in pages { page.vanish() }
    pass(.seconds(30))
    pages[0].connect()
    pages[0].click()
    pass(.seconds(1))
    queue.play()
    for _ in 0..<60 where queue.status.state != .play {
      pages[0].click()
      queue.play()
      pass(.seconds(1))
    }
    if queue.status.state != .play { faults.append("stuck in \(queue.status.state)") }
    let sounding = pages.contains(where: \.isSounding) || local.isSounding
    if !sounding { faults.append("it says that it plays, and nothing sounds") }
  }
}
