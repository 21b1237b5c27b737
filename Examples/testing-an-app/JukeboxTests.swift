import PlayerKit
import PlayerKitTesting
import Testing

/// An app's view model. It depends only on the queue that it is given.
@MainActor final class Jukebox: @MainActor QueuePlayerObserver {
  private let queue: QueuePlayer
  private(set) var title = "Nothing"
  var button: String { queue.playback.wantsToPlay ? "Pause" : "Play" }

  init(queue: QueuePlayer) {
    self.queue = queue
    queue.addObserver(self)
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    title = queue.status.currentEntry?.metadata.title ?? "Nothing"
  }

  func tapButton() { queue.togglePlayPause() }
}

/// The tests need no sound, network, or waiting: they advance the clock themselves.
@MainActor @Suite("The jukebox")
struct JukeboxTests {
  private let clock = ManualClock()
  private let player: FakePlayer
  private let queue: QueuePlayer
  private let jukebox: Jukebox

  init() throws {
    player = FakePlayer(clock: clock)  // Every track loads in 0.1 s and plays for 60 s.
    queue = QueuePlayer(players: [player], clock: clock)
    jukebox = Jukebox(queue: queue)
    try queue.set([URLTrack(path: "First.mp3"), URLTrack(path: "Second.mp3")])
  }

  @Test("offers to pause as soon as its button is tapped") func button() {
    jukebox.tapButton()
    #expect(jukebox.button == "Pause")
  }

  @Test("shows the second song when the first has ended")
  func secondSong() async {
    jukebox.tapButton()
    clock.advance(by: .seconds(61))
    #expect(player.soundingTrack?.id == "Second.mp3")
    await queue.events.delivered()  // Now the jukebox has received all events.
    #expect(jukebox.title == "Second.mp3")
  }

  @Test("skips a song that can't be played")
  func brokenSong() async {
    player.setMedia(.failing(.notFound), for: "First.mp3")
    jukebox.tapButton()
    clock.advance(by: .seconds(1))
    await queue.events.delivered()
    #expect(jukebox.title == "Second.mp3")
  }
}
