import PlayerKit

/// The load that follows the current one.
struct NextItem: Sendable, Equatable {
  /// How it may be joined to the current load.
  enum Joint: Sendable, Equatable {
    /// libmpv cannot begin it right behind the current load: it begins when that was heard to its end.
    case apart
    case gapless
    /// The current load may be faded over into it.
    case overlapping(Rendering)

    var mayOverlap: Bool { if case .overlapping = self { true } else { false } }
  }

  /// When an overlap is rendered.
  enum Rendering: Sendable, Equatable {
    case early
    /// When the current load comes near its end. Until then the load is in libmpv's playlist, to follow
    /// without a gap whatever happens.
    case late
  }

  enum Stage: Sendable, Equatable {
    /// Not in libmpv's playlist: begun when the current load was heard to its end.
    case held
    /// So is this, while the overlap is rendered.
    case rendering(PlaylistEntryID)
    /// So is this, until the current load stands where it was sent.
    case rendered(PlaylistEntryID, Overlap.Rendered)
    /// In libmpv's playlist, after the current load; and before it the overlap, where there is one.
    case appended(Overlap.Rendered?)
    /// libmpv plays it; the current load still sounds, or nothing does.
    case active(Overlap.Rendered?)
    /// libmpv has decoded all of it before any of it was heard.
    case decoded(Overlap.Rendered?)
  }

  var slot: EngineItem
  let position: Duration
  let joint: Joint
  /// How fast it plays, from its first sample on; `nil` if the speed stays.
  let rate: Double?
  var stage = Stage.held
  /// Whether its first bytes say that libmpv will very probably open it.
  var isRecognized = false
  /// Whether an overlap could not be, and is not tried again.
  var isOverlapDeclined = false

  /// Whether an overlap is still to be tried.
  var wantsOverlap: Bool {
    joint.mayOverlap && !isOverlapDeclined
  }

  var isRenderedLate: Bool { joint == .overlapping(.late) }

  /// The overlap that is rendered, or was, and that libmpv does not have.
  var pendingOverlap: PlaylistEntryID? {
    switch stage {
    case .rendering(let bridge), .rendered(let bridge, _): bridge
    case .held, .appended, .active, .decoded: nil
    }
  }

  /// The overlap that libmpv has, or had.
  var overlap: Overlap.Rendered? {
    switch stage {
    case .appended(let rendered), .active(let rendered), .decoded(let rendered): rendered
    case .held, .rendering, .rendered: nil
    }
  }

  var isHeld: Bool {
    switch stage {
    case .held, .rendering, .rendered: true
    case .appended, .active, .decoded: false
    }
  }

  var isAppended: Bool { if case .appended = stage { true } else { false } }
  var isActive: Bool { if case .active = stage { true } else { false } }
  var isDecoded: Bool { if case .decoded = stage { true } else { false } }
}
