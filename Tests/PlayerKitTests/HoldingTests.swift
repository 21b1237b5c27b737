import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// Problems that are not the track's fault do not skip an entry.
@Suite("A queue without network or output", .tags(.local), .timeLimit(.minutes(3)))
struct HoldingTests {
  private let clock = ManualClock()
  private let network = FakeNetwork()
  private let player: FakePlayer
  private let queue: QueuePlayer
  private let observer: RecordingObserver<QueuePlayerEvent>

  init() throws {
    let network = network
    player = FakePlayer(group: FakePlayer.Group(clock: clock, network: network)) { _ in
      network.isLost ? .failing(.unreachable) : FakeMedia()
    }
    queue = QueuePlayer(players: [player], clock: clock)
    observer = RecordingObserver(of: queue)
    try queue.set((1...11).map { FakeTrack("\($0)") })
  }

  /// Advances time, and answers all requests meanwhile.
  private func pass(_ time: Duration) async {
    let end = clock.now + time
    while true {
      await queue.networkChecks.current?.value
      guard let next = clock.nextDeadline, next <= end else { break }
      clock.advance(to: next)
    }
    clock.advance(to: end)
    await queue.networkChecks.current?.value
  }

  private var transitions: Int {
    observer.events.count { event in
      if case .transition(let transition) = event.change {
        transition.reason != .queueChanged
      } else {
        false
      }
    }
  }

  @Test(
    "waits at its entry while the network is gone, and continues by itself",
    arguments: [7, 60, 600]
  )
  func networkGone(seconds gone: Int) async throws {
    network.isLost = true
    queue.play()
    await pass(.seconds(gone))
    #expect(queue.currentEntry?.track.id == "1")
    #expect(queue.playback.suppression == .networkLost)
    #expect(queue.playback.wantsToPlay)
    #expect(queue.state != .play)
    network.isLost = false
    let back = clock.now
    while queue.state != .play, clock.now - back < .seconds(60) { await pass(.milliseconds(500)) }
    #expect(queue.currentEntry?.track.id == "1")
    #expect(queue.playback.suppression == nil)
    #expect(clock.now - back <= .seconds(31))
    await queue.events.delivered()
    #expect(transitions == 0)
    #expect(observer.events.failures.map(\.action) == [.retry])
  }

  @Test("continues at its position when the network returns in the middle of a track")
  func brokenOff() async throws {
    var media = FakeMedia()
    media.failure = .init(at: .seconds(20), PlayerError(.interrupted, "Cut."))
    player.setMedia(media, for: "1")
    queue.play()
    await pass(.seconds(19))
    network.isLost = true
    await pass(.seconds(10))
    #expect(queue.playback.suppression == .networkLost)
    player.setMedia(FakeMedia(), for: "1")
    network.isLost = false
    await pass(.seconds(20))
    #expect(queue.state == .play)
    #expect(queue.currentEntry?.track.id == "1")
    #expect(queue.position > .seconds(20))
  }

  @Test("skips a track that breaks off while the network is there")
  func brokenOffAlone() async throws {
    var media = FakeMedia()
    media.failure = .init(at: .seconds(20), PlayerError(.interrupted, "Cut."))
    player.setMedia(media, for: "1")
    queue.play()
    await pass(.seconds(21))
    await queue.events.delivered()
    #expect(player.loads(of: "1").count == 1)
    #expect(queue.currentEntry?.track.id == "2")
    #expect(observer.events.failures.map(\.action) == [.skip])
  }

  @Test("retries soon if it played for long since the network was last gone")
  func goneAgain() async throws {
    var media = FakeMedia(duration: .seconds(600))
    media.failure = .init(at: .seconds(300), PlayerError(.interrupted, "Cut."))
    network.isLost = true
    queue.play()
    await pass(.seconds(100))
    player.setMedia(media, for: "1")
    network.isLost = false
    await pass(.seconds(60))
    #expect(queue.state == .play)
    network.isLost = true
    while queue.state == .play { await pass(.milliseconds(500)) }
    player.setMedia(FakeMedia(duration: .seconds(600)), for: "1")
    network.isLost = false
    await pass(.seconds(3))
    #expect(queue.state == .play)
  }

  @Test("does not check the network while it is paused, and checks at once when it should play")
  func pausedHold() async throws {
    network.isLost = true
    queue.play()
    await pass(.seconds(10))
    queue.pause()
    let checks = network.checks
    await pass(.seconds(300))
    #expect(network.checks == checks)
    network.isLost = false
    queue.play()
    await pass(.milliseconds(200))
    #expect(queue.state == .play)
  }

  @Test("applies its settings to a player that another queue used before")
  func settings() async throws {
    queue.volume = 0.25
    queue.play()
    await pass(.seconds(1))
    let other = QueuePlayer(players: [player], clock: clock)
    try other.set([FakeTrack("z")])
    other.play()
    await pass(.seconds(1))
    let applied = player.commands.compactMap {
      if case .apply(let settings) = $0 { settings } else { nil }
    }
    #expect(applied.last?.volume == 1)
  }

  @Test("skips an entry of an unreachable server if other servers can be reached")
  func serverGone() async throws {
    player.setMedia(.failing(.unreachable), for: "1")
    queue.play()
    await pass(.seconds(2))
    #expect(queue.currentEntry?.track.id == "2")
    #expect(network.checks == 1)
    await queue.events.delivered()
    #expect(observer.events.failures.map(\.action) == [.skip])
  }

  @Test("waits for an entry that failed ahead of time, too")
  func nextIsUnreachable() async throws {
    queue.play()
    await pass(.milliseconds(50))
    network.isLost = true
    await pass(.seconds(100))
    #expect(queue.currentEntry?.track.id == "2")
    #expect(queue.playback.suppression == .networkLost)
    network.isLost = false
    await pass(.seconds(40))
    #expect(queue.currentEntry?.track.id == "2")
    #expect(queue.state == .play)
  }

  @Test("waits for a missing output without checking the network")
  func outputMissing() async throws {
    player.setMedia(.failing(.outputFailed), for: "1")
    queue.play()
    await pass(.seconds(100))
    #expect(queue.currentEntry?.track.id == "1")
    #expect(queue.playback.suppression == .outputLost)
    #expect(network.checks == 0)
    player.setMedia(FakeMedia(), for: "1")
    await pass(.seconds(31))
    #expect(queue.state == .play)
    #expect(queue.playback.suppression == nil)
  }

  @Test("retries at once on retry(), can be paused, and stops under that policy")
  func commands() async throws {
    network.isLost = true
    queue.play()
    await pass(.seconds(60))
    network.isLost = false
    queue.retry()
    await pass(.milliseconds(200))
    #expect(queue.state == .play)
    queue.errorPolicy = .stop
    network.isLost = true
    queue.next()
    await pass(.seconds(1))
    queue.next()
    await pass(.seconds(1))
    #expect(queue.status.endReason != nil)
  }

  @Test("waits at most thirty seconds for the check of the network")
  func silentCheck() throws {
    let player = FakePlayer(group: FakePlayer.Group(clock: clock, network: Silent())) { _ in
      .failing(.unreachable)
    }
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a")])
    queue.play()
    clock.advance(by: .seconds(29))
    #expect(queue.status.endReason == nil)
    clock.advance(by: .seconds(2))
    #expect(queue.status.endReason != nil)
  }

  private struct Silent: NetworkChecking {
    func isNetworkLost() async -> Bool {
      try? await Task.sleep(for: .seconds(3600))
      return true
    }
  }
}
