import PlayerKit

/// The load after the current one.
struct NextItem: Sendable, Equatable {
  /// How it may follow the current load.
  enum Joint: Sendable, Equatable {
    /// libmpv can't begin it right after the current load, only after that has finished.
    case apart
    case gapless
    /// The current load may crossfade into it.
    case overlapping(Rendering)

    var mayOverlap: Bool { if case .overlapping = self { true } else { false } }
  }

  /// When an overlap is rendered.
  enum Rendering: Sendable, Equatable {
    case early
    /// When the current load is near its end. Until then, the next load is in libmpv's playlist, so
    /// that it follows gaplessly in any case.
    case late
  }

  enum Stage: Sendable, Equatable {
    /// Not in libmpv's playlist: begins when the current load has finished.
    case held
    /// Held while the overlap is rendered.
    case rendering(PlaylistEntryID)
    /// Held until the current load has reached its seek target.
    case rendered(PlaylistEntryID, Overlap.Rendered)
    /// In libmpv's playlist after the current load, with the overlap between them if there is one.
    case appended(Overlap.Rendered?)
    /// libmpv plays it; the current load is still audible, or nothing is.
    case active(Overlap.Rendered?)
    /// libmpv has decoded it completely before any of it was heard.
    case decoded(Overlap.Rendered?)
  }

  var slot: EngineItem
  let position: Duration
  let joint: Joint
  /// Its speed from the first sample on; `nil` if the speed stays.
  let rate: Double?
  var stage = Stage.held
  /// Its position since libmpv has opened it: below zero until it is audible. `nil` if unknown.
  var start: PositionAnchor?
  /// Whether its first bytes show that libmpv will very probably open it.
  var isRecognized = false
  /// Whether an overlap was impossible and is not tried again.
  var isOverlapDeclined = false

  /// Whether an overlap should still be tried.
  var wantsOverlap: Bool {
    joint.mayOverlap && !isOverlapDeclined
  }

  var isRenderedLate: Bool { joint == .overlapping(.late) }

  /// The overlap in rendering or rendered, which libmpv does not have yet.
  var pendingOverlap: PlaylistEntryID? {
    switch stage {
    case .rendering(let bridge), .rendered(let bridge, _): bridge
    case .held, .appended, .active, .decoded: nil
    }
  }

  /// The overlap that libmpv has or had.
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
