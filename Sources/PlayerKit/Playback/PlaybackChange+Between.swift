extension PlaybackChange {
  /// What observers are to hear when one status gives way to another, in the order in which they
  /// hear it.
  ///
  /// - Parameters:
  ///   - transition: why the track changed, where the load is another one.
  ///   - jump: why the position jumped, where the load is the same.
  static func between(
    _ old: PlayerStatus,
    _ new: PlayerStatus,
    now: MonotonicInstant,
    transition: TransitionReason?,
    jump: PositionDiscontinuity.Reason?
  ) -> [PlaybackChange] {
    var changes: [PlaybackChange] = []
    if let transition {
      changes.append(.track(new.track, reason: transition))
    }
    if let reason = jump ?? (old.media == nil ? nil : transition?.discontinuity) {
      let from = old.position(at: now)
      let to = new.position(at: now)
      if from != to || jump == .seek {
        changes.append(.discontinuity(PositionDiscontinuity(from: from, to: to, reason: reason)))
      }
    }
    if old.wantsToPlay != new.wantsToPlay {
      changes.append(.wantsToPlay(new.wantsToPlay, reason: new.wantsToPlayReason))
    }
    if old.suppressions != new.suppressions {
      changes.append(.suppression(new.suppression))
    }
    if old.isBuffering != new.isBuffering {
      changes.append(.buffering(new.isBuffering))
    }
    if old.state != new.state {
      changes.append(.state(from: old.state, to: new.state))
    }
    if old.duration != new.duration {
      changes.append(.duration(new.duration))
    }
    if old.ducking != new.ducking {
      changes.append(.ducking(new.ducking))
    }
    if old.streamMetadata != new.streamMetadata {
      changes.append(.metadata(new.streamMetadata))
    }
    if old.settings != new.settings {
      changes.append(.settings(new.settings, reason: new.settingsReason))
    }
    if old.capabilities != new.capabilities {
      changes.append(.capabilities(new.capabilities))
    }
    if old.bufferedPosition != new.bufferedPosition {
      changes.append(.bufferedPosition(new.bufferedPosition))
    }
    if let end = new.endReason, old.endReason != end {
      if case .failed(let error) = end {
        changes.append(.failed(error))
      } else {
        changes.append(.ended(end))
      }
    }
    return changes
  }
}

extension TransitionReason {
  fileprivate var discontinuity: PositionDiscontinuity.Reason {
    switch self {
    case .auto, .repeat, .skippedAfterError: .auto
    case .userSelected, .remote: .seek
    case .queueChanged, .restored: .removed
    }
  }
}
