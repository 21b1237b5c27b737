import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Explores the engine's machine with a model of libmpv. Each test covers a part of it.
@Suite(.tags(.pure)) struct EngineExplorationTests {
  typealias Input = EngineWorld.Input

  /// The extra depth, beyond the regular tests.
  private static let more =
    ProcessInfo.processInfo.environment["EXPLORATION_DEPTH"].flatMap(Int.init).map { $0 - 4 } ?? 0

  // MARK: Initial states

  private static let playing: [Input] = [
    .load(isPlaying: true), .read, .settle, .read,
  ]

  private static func followed(by joint: EngineWorld.Joint) -> [Input] {
    playing + [.setNext(joint), .examined(.recognized)]
  }

  /// libmpv has ended the track, whose tail still sounds, and begun the next one.
  private static let tail = followed(by: .gapless) + [.time, .time, .time, .read, .read, .settle]

  /// The whole track is decoded, and the engine has read none of the events.
  private static let unread = playing + [.setNext(.gapless), .time, .time, .time]

  /// The track is not open yet.
  private static let opening: [Input] = [
    .load(isPlaying: true), .read, .setNext(.gapless), .examined(.recognized),
  ]

  private static let everyday: [Input] = [
    .load(isPlaying: true), .load(isPlaying: false, position: .seconds(3)), .setNext(.gapless),
    .setNext(.held), .setNext(nil), .play, .pause, .seek(.seconds(1)), .seek(.seconds(60)),
    .unload, .unloadNext, .measure, .staleCommands, .examined(.recognized), .examined(.unknown),
    .examined(.failed), .read, .settle, .refuse, .cut, .time,
  ]

  private func explore(
    _ name: String,
    _ prologues: [[Input]],
    _ inputs: [Input],
    depth: Int
  ) {
    var sound: Set<[Int]> = []
    var explorer = Explorer<EngineWorld>()
    explorer.run(
      EngineWorld(),
      prologues: prologues,
      inputs: inputs,
      depth: depth + Self.more
    ) { $0.stuck(&sound) }
    print(
      "engine machine, \(name): depth \(depth + Self.more), \(explorer.states) states, "
        + "\(explorer.transitions) transitions"
    )
    #expect(explorer.violations == [])
  }

  @Test("Loads that begin, play, and end in every way keep the laws")
  func loadsBeginPlayEnd() {
    explore("from nothing", [[]], Self.everyday, depth: 6)
  }

  @Test("Next loads that join in every way keep the laws")
  func whatFollowsJoinedEvery() {
    explore(
      "followed",
      [Self.followed(by: .gapless), Self.followed(by: .late), Self.opening],
      Self.everyday,
      depth: 5
    )
  }

  @Test("The tail of a track survives any input")
  func tailTrackSurvivesWhatever() {
    explore(
      "tail",
      [
        Self.tail, Array(Self.tail.dropLast()), Array(Self.tail.dropLast(3)), Self.tail + [.read],
        Self.unread,
      ],
      Self.everyday + [.setNext(.short)],
      depth: 5
    )
  }

  @Test("Next loads that begin on command keep the laws")
  func whatFollowsBeginsCommand() {
    explore(
      "playNext",
      [
        Self.followed(by: .gapless), Self.followed(by: .late), Self.tail, Self.tail + [.read],
        Self.playing + [.setNext(.held)],
        Self.playing + [
          .setNext(.short), .examined(.recognized), .time, .time, .time, .read, .read,
        ],
      ],
      [
        .playNext, .setNext(.gapless), .setNext(nil), .pause, .play, .seek(.seconds(1)), .unload,
        .read, .settle, .refuse, .time, .examined(.recognized),
      ],
      depth: 6
    )
  }

  private static let overlapping: [Input] = [.crossfade(2)] + followed(by: .overlapping)
  /// The shortest overlap is about to sound.
  private static let shortOverlap: [Input] =
    [.crossfade(1)] + followed(by: .overlapping)
    + [.rendered(true), .time, .time, .time, .read, .read, .settle]

  @Test("Tracks that overlap in every way keep the laws")
  func tracksOverlapEveryWay() {
    explore(
      "crossfade",
      [
        Self.overlapping, Self.overlapping + [.rendered(true)],
        Self.overlapping + [.rendered(true), .time, .time, .time, .read, .read, .settle],
        [.crossfade(2)] + Self.followed(by: .overlappingLate), Self.shortOverlap,
      ],
      [
        .rendered(true), .rendered(false), .crossfade(0), .crossfade(2), .crossfade(5), .rate(2),
        .seek(.seconds(1)), .seek(.seconds(27)), .seek(.seconds(29)), .setNext(.overlapping),
        .setNext(nil), .unloadNext, .playNext, .pause, .play, .read, .settle, .refuse, .time,
        .examined(.recognized),
      ],
      depth: 5
    )
  }

  @Test("An output that vanishes and returns at any time keeps the laws")
  func outputVanishesReturnsAny() {
    explore(
      "output",
      [Self.playing, Self.followed(by: .gapless), Self.tail],
      [
        .outputVanished, .outputReturned, .starve, .feed, .pause, .play, .seek(.seconds(1)),
        .setNext(.gapless), .unload, .load(isPlaying: true), .read, .settle, .time, .cut,
        .examined(.recognized), .rate(2),
      ],
      depth: 5
    )
  }
}
