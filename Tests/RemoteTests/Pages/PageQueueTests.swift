import PlayerKit
import PlayerKitITunes
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitPagePlayers

/// Tracks of a page and of other players in one queue.
@Suite("A queue with a page", .tags(.pure))
struct PageQueueTests {
  private let clock = ManualClock()
  private let host: PageHost
  private let previews: FakePlayer
  private let local: FakePlayer
  private let queue: QueuePlayer
  private let song = AppleMusicPageTrack(AppleMusicTrack(id: "song"))

  init() {
    host = PageHost(clock: clock)
    previews = FakePlayer(playerType: .appleMusicPreview, clock: clock)
    local = FakePlayer(clock: clock) { _ in FakeMedia(duration: .seconds(5)) }
    queue = QueuePlayer(
      players: [local, previews, MusicKitPagePlayer(host: host), YouTubePagePlayer(host: host)],
      clock: clock
    )
  }

  private func connect(failure: String? = nil) -> FakePage {
    let page = FakePage(host) { _ in FakePage.Media(duration: .seconds(5), failure: failure) }
    page.connect()
    clock.advance(by: .milliseconds(50))
    return page
  }

  @Test("without a page, a track plays as its preview, at once")
  func noPage() throws {
    try queue.set([song])
    queue.play()
    clock.advance(by: .milliseconds(200))
    #expect(previews.soundingTrack?.id == "song")
  }

  @Test(
    "a track that the page can't play in full plays as its preview",
    arguments: ["preview", "noDRM", "needsSignIn", "blocked"]
  )
  func fallsBack(code: String) throws {
    let page = connect(failure: code)
    try queue.set([song])
    queue.play()
    clock.advance(by: .milliseconds(500))
    #expect(previews.soundingTrack?.id == "song" && !page.isSounding)
  }

  @Test("with a page it plays there, and the next player begins after it")
  func handsOver() throws {
    let page = connect()
    try queue.set([song, FakeTrack("local"), song])
    queue.play()
    #expect(clock.advance(within: .seconds(2)) { page.isSounding })
    #expect(!previews.isSounding)
    #expect(clock.advance(within: .seconds(10)) { local.isSounding })
    #expect(!page.isSounding)
    #expect(clock.advance(within: .seconds(10)) { page.isSounding })
    #expect(!local.isSounding)
  }

  @Test("a skip from the page waits for its silence, which a page can't withhold")
  func skip() throws {
    let page = connect()
    page.ignoreStop()
    try queue.set([song, FakeTrack("local")])
    queue.play()
    #expect(clock.advance(within: .seconds(2)) { page.isSounding })
    queue.next()
    while !local.isSounding, let next = clock.nextDeadline {
      clock.advance(to: next)
      #expect(!(local.isSounding && page.isSounding))
    }
    #expect(page.closing == .unresponsive && local.isSounding)
  }
}
