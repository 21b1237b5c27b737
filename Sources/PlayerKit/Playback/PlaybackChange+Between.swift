extension PlaybackChange {
  /// Returns the changes from one status to the next, in the order in which observers receive them.
  ///
  /// - Parameters:
  ///   - transition: The reason for the change of the track, if the load changed.
  ///   - jump: The reason for the jump of the position, if the load is the same.
  static func between(
    _ old: PlayerStatus,
    _ new: PlayerStatus,
    now: MonotonicInstant,
    transition: TransitionReason? = nil,
    jump: PositionDiscontinuity.Reason? = nil
  ) -> [PlaybackChange] {
    var changes: [PlaybackChange] = []
    func tell<Part: Equatable>(
      _ part: KeyPath<PlayerStatus, Part>,
      _ change: (Part) -> PlaybackChange
    ) {
      if old[keyPath: part] != new[keyPath: part] { changes.append(change(new[keyPath: part])) }
    }
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
    tell(\.wantsToPlay) { .wantsToPlay($0, reason: new.wantsToPlayReason) }
    tell(\.suppressions) { _ in .suppression(new.suppression) }
    tell(\.isBuffering) { .buffering($0) }
    tell(\.state) { .state(from: old.state, to: $0) }
    tell(\.duration) { .duration($0) }
    tell(\.ducking) { .ducking($0) }
    tell(\.streamMetadata) { .metadata($0) }
    tell(\.format) { .format($0) }
    tell(\.settings) { .settings($0, reason: new.settingsReason) }
    tell(\.capabilities) { .capabilities($0) }
    tell(\.bufferedPosition) { .bufferedPosition($0) }
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
    case .queueChanged, .restored, .expanded: .removed
    }
  }
}
