import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Feeds the fader by hand.
@Suite(.tags(.pure))
struct FaderTests {
  private typealias Operation = Fader.Operation

  private var fader = Fader(length: .milliseconds(4))
  private var now = ContinuousClock.now
  private let id = LoadID.unique()
  private let one = PlaylistEntryID(number: 1)

  init() {
    _ = fader.handle([.setPaused(false)], canFade: false, at: now)
  }

  private mutating func take(
    _ actions: [MPVEngineStateMachine.Action],
    canFade: Bool = true
  ) -> [Operation] {
    fader.handle(actions, canFade: canFade, at: now)
  }

  /// Advances time until nothing is due.
  private mutating func wait() -> [Operation] {
    var operations: [Operation] = []
    while let deadline = fader.deadline {
      now = max(now, deadline)
      operations += fader.tick(at: now)
    }
    return operations
  }

  @Test("A pause takes effect when the volume is down, and restores the volume")
  mutating func pauseComesWhenVolume() {
    let start = now
    #expect(take([.setPaused(true)]) == [.setLevel(0.75)])
    #expect(
      wait() == [
        .setLevel(0.5), .setLevel(0.25), .setLevel(0), .perform(.setPaused(true)), .setLevel(1),
      ]
    )
    #expect(now - start == .milliseconds(3) + Fader.settling)
  }

  @Test("A resume begins in silence")
  mutating func resumeBeginsSilence() {
    _ = take([.setPaused(true)])
    _ = wait()
    #expect(take([.setPaused(false)]) == [.setLevel(0), .perform(.setPaused(false))])
    #expect(wait() == [.setLevel(0.25), .setLevel(0.5), .setLevel(0.75), .setLevel(1)])
  }

  @Test("Actions after a pause wait with it, in order")
  mutating func whatComesBehindCut() {
    #expect(take([.setPaused(true), .stop, .measure]) == [.setLevel(0.75)])
    #expect(take([.report(id, .released)]).isEmpty)
    #expect(
      wait().suffix(5) == [
        .perform(.setPaused(true)), .setLevel(1), .perform(.stop), .perform(.measure),
        .perform(.report(id, .released)),
      ]
    )
  }

  @Test("A seek happens during a pause, which ends when the seek does")
  mutating func seekMadePauseWhich() {
    _ = take([.seek(one, .seconds(3))])
    #expect(
      wait().suffix(3) == [
        .perform(.setPaused(true)), .perform(.seek(one, .seconds(3))), .setLevel(1),
      ]
    )
    // The restart of something older.
    #expect(fader.restarted(canFade: true, at: now).isEmpty)
    fader.seekBegan()
    #expect(
      fader.restarted(canFade: true, at: now) == [.setLevel(0), .perform(.setPaused(false))]
    )
    #expect(wait().last == .setLevel(1))
    #expect(fader.restarted(canFade: true, at: now).isEmpty)
  }

  @Test("Another seek meanwhile happens at once, and is awaited too")
  mutating func anotherSeekMeanwhileMade() {
    _ = take([.seek(one, .seconds(3))])
    _ = wait()
    fader.seekBegan()
    #expect(take([.seek(one, .seconds(4))]) == [.perform(.seek(one, .seconds(4)))])
    #expect(fader.restarted(canFade: true, at: now).isEmpty)
    fader.seekBegan()
    #expect(!fader.restarted(canFade: true, at: now).isEmpty)
  }

  @Test("A pause during a seek remains, unless playback is resumed")
  mutating func whoPausesDuringSeek() {
    for isPlaying in [false, true] {
      var fader = self
      _ = fader.take([.seek(one, .seconds(3))])
      _ = fader.wait()
      #expect(fader.take([.setPaused(true)]).isEmpty)
      if isPlaying { #expect(fader.take([.setPaused(false)]).isEmpty) }
      fader.fader.seekBegan()
      let operations = fader.fader.restarted(canFade: true, at: fader.now)
      #expect(operations.contains(.perform(.setPaused(false))) == isPlaying)
    }
  }

  @Test("A seek that never completes does not suppress the sound")
  mutating func seekWhichNothingComes() {
    _ = take([.seek(one, .seconds(3))])
    _ = wait()
    let operations = fader.release(canFade: true, at: now)
    #expect(operations.contains(.perform(.setPaused(false))))
    #expect(fader.release(canFade: true, at: now).isEmpty)
  }

  @Test("A seek while paused, and a second pause, happen at once")
  mutating func seekWhilePausedPause() {
    _ = take([.setPaused(true)])
    _ = wait()
    #expect(take([.seek(one, .zero), .setPaused(true)]).count == 2)
    #expect(fader.deadline == nil)
    #expect(fader.restarted(canFade: true, at: now).isEmpty)
  }

  @Test("A pause in the middle of a fade continues from its level")
  mutating func pauseMiddleFadeGoes() {
    _ = take([.setPaused(true)])
    _ = wait()
    _ = take([.setPaused(false)])
    now += Fader.interval
    #expect(fader.tick(at: now) == [.setLevel(0.25)])
    #expect(take([.setPaused(true)]) == [.setLevel(0)])
    #expect(wait() == [.perform(.setPaused(true)), .setLevel(1)])
  }

  @Test("Play directly after pause performs both")
  mutating func playRightBehindPause() {
    _ = take([.setPaused(true)])
    #expect(take([.setPaused(false)]).isEmpty)
    let operations = wait()
    #expect(operations.contains(.perform(.setPaused(true))))
    #expect(operations.suffix(5).first == .perform(.setPaused(false)))
    #expect(operations.last == .setLevel(1))
  }

  @Test("Without a volume control, or a fade length, nothing waits")
  mutating func withoutVolumeOutputOr() {
    #expect(take([.setPaused(true)], canFade: false) == [.perform(.setPaused(true))])
    var off = Fader(length: .zero)
    #expect(off.handle([.setPaused(false), .seek(one, .zero)], canFade: true, at: now).count == 2)
    #expect(off.handle([.setPaused(true)], canFade: true, at: now) == [.perform(.setPaused(true))])
    #expect(off.deadline == nil)
    for length in [Duration.seconds(-5), .seconds(Int64.max)] {
      var fader = Fader(length: length)
      _ = fader.handle([.setPaused(false), .setPaused(true)], canFade: true, at: now)
      #expect(fader.finish().last == (length > .zero ? .setLevel(1) : nil))
    }
  }

  @Test("When the engine ends, waiting actions are performed and the volume is restored")
  mutating func endEngineWhatWaits() {
    _ = take([.setPaused(true), .stop])
    #expect(fader.finish() == [.perform(.setPaused(true)), .perform(.stop), .setLevel(1)])
    #expect(fader.deadline == nil)
  }

  /// With any input, nothing is lost or reordered, and the volume returns.
  @Test("Each action is performed once and in order, with any input", arguments: 0..<20)
  func eachActionPerformedOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var copy = self
    var performed: [LoadID] = []
    var given: [LoadID] = []
    func note(_ operations: [Operation]) {
      for case .perform(.report(let id, _)) in operations { performed.append(id) }
    }
    for _ in 0..<300 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: note(copy.take([.setPaused(true)]))
      case 1: note(copy.take([.setPaused(false)]))
      case 2: note(copy.take([.seek(one, .zero)]))
      case 3: copy.fader.seekBegan()
      case 4: note(copy.fader.restarted(canFade: true, at: copy.now))
      case 5: note(copy.fader.release(canFade: Bool.random(using: &random), at: copy.now))
      case 6:
        copy.now += .milliseconds(Int.random(in: 0..<4, using: &random))
        note(copy.fader.tick(at: copy.now))
      default:
        given.append(.unique())
        note(copy.take([.report(given[given.count - 1], .superseded)]))
      }
    }
    note(copy.wait())
    #expect(performed == given)
    #expect(copy.fader.finish().isEmpty)
  }
}
