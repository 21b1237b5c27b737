import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The end of a queue whose last entry failed", .tags(.pure))
struct FailedEndTests {
  /// A queue whose last entry has just failed.
  private func failed(
    _ names: [String],
    _ policy: ErrorPolicy = .skip,
    atStart: Bool = true
  ) throws -> QueueFixture {
    let fixture = try QueueFixture(names) { $0.errorPolicy = policy }
    var media = FakeMedia.failing(.notFound)
    if !atStart {
      media = FakeMedia()
      media.failure = .init(at: .seconds(20), PlayerError(.interrupted, "cut"))
    }
    fixture.script(names.last ?? "", media)
    fixture.script("x", FakeMedia())
    fixture.begin()
    fixture.advance(.seconds(60 * names.count))
    #expect(fixture.state == .initial)
    #expect(fixture.queue.playback.error != nil)
    #expect(fixture.current == names.last)
    return fixture
  }

  @Test("play() begins with an entry that was added since", arguments: [["a"], ["a", "b"]])
  func added(names: [String]) throws {
    let fixture = try failed(names)
    fixture.queue.append(URLTrack(path: "x"))
    fixture.queue.play()
    #expect(fixture.current == "x")
    fixture.advance(.milliseconds(100))
    #expect(fixture.queue.isPlaying)
  }

  @Test("play() tries the failed entry again if none was added", arguments: [["a"], ["a", "b"]])
  func noneAdded(names: [String]) throws {
    let fixture = try failed(names, atStart: false)
    fixture.script(names.last ?? "", FakeMedia())
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == names.last)
    #expect(fixture.queue.isPlaying)
    #expect(fixture.queue.position == .seconds(20))
  }

  @Test("play() tries the failed entry again after a seek, also if one was added")
  func sought() throws {
    let fixture = try failed(["a", "b"])
    fixture.queue.append(URLTrack(path: "x"))
    fixture.queue.seek(to: .seconds(5))
    fixture.queue.play()
    #expect(fixture.current == "b")
  }

  @Test("play() tries the failed entry again if the policy is to stop")
  func stops() throws {
    let fixture = try failed(["a"], .stop)
    fixture.queue.append(URLTrack(path: "x"))
    fixture.queue.play()
    #expect(fixture.current == "a")
  }

  @Test("The request to play ends, which is reported once", arguments: [ErrorPolicy.skip, .stop])
  func wish(policy: ErrorPolicy) async throws {
    let fixture = try failed(["a"], policy)
    guard case .failed = fixture.queue.status.endReason else {
      Issue.record("The queue did not fail.")
      return
    }
    #expect(!fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.wantsToPlayReason == .endOfItem)
    #expect(await fixture.told().count { $0 == "wants false endOfItem" } == 1)
  }

  enum Command: CaseIterable {
    case play, toggle, retry, next
  }

  @Test("play(), the toggle, retry() and next() play", arguments: Command.allCases)
  func goesOn(command: Command) throws {
    let fixture = try failed(["a"])
    fixture.script("a", FakeMedia())
    if command == .next { fixture.queue.append(URLTrack(path: "x")) }
    switch command {
    case .play: fixture.queue.play()
    case .toggle: fixture.queue.togglePlayPause()
    case .retry: fixture.queue.retry()
    case .next: fixture.queue.next()
    }
    fixture.advance(.milliseconds(100))
    #expect(fixture.queue.isPlaying)
    #expect(fixture.current == (command == .next ? "x" : "a"))
  }

  @Test("After a pause, retry() loads without playing")
  func paused() throws {
    let fixture = try failed(["a"])
    fixture.script("a", FakeMedia())
    fixture.queue.pause()
    fixture.queue.retry()
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .pause)
  }
}
