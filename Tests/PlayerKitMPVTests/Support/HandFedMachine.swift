import PlayerKit

@testable import PlayerKitMPV

/// Tests that feed the engine's machine by hand. They play the part of libmpv, with media of 100 s.
protocol HandFedMachine {}

extension HandFedMachine {
  typealias Action = MPVEngineStateMachine.Action

  var one: PlaylistEntryID { PlaylistEntryID(number: 1) }
  var two: PlaylistEntryID { PlaylistEntryID(number: 2) }
  var three: PlaylistEntryID { PlaylistEntryID(number: 3) }

  func instant(_ now: Duration) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: now)
  }

  /// The state that libmpv reports.
  func reading(_ entry: PlaylistEntryID?, _ position: Duration?, at now: Duration = .zero)
    -> PlaybackSample
  {
    PlaybackSample(
      entry: entry,
      position: position,
      duration: .seconds(100),
      isSeekable: true,
      now: instant(now)
    )
  }

  func reports(_ actions: [Action]) -> [LoadEvent] {
    actions.compactMap { if case .report(_, let report) = $0 { report } else { nil } }
  }

  func reports(_ actions: [Action], of load: LoadID) -> [LoadEvent] {
    actions.compactMap { action in
      if case .report(load, let report) = action { report } else { nil }
    }
  }
}
