import PlayerKit

extension PositionAnchor {
  /// Returns the same anchor at another instant. An anchor that begins later stays unchanged.
  func heard(at now: MonotonicInstant) -> PositionAnchor {
    now > instant ? moved(to: now, speed: speed) : self
  }

  func moved(by delay: Duration) -> PositionAnchor {
    PositionAnchor(position: position, speed: speed, instant: instant + delay)
  }
}

extension LoadEvent {
  /// Returns the same report, moved to a later time.
  func moved(by delay: Duration) -> LoadEvent {
    switch self {
    case .started(let anchor): .started(anchor.moved(by: delay))
    case .position(let anchor): .position(anchor.moved(by: delay))
    case .liveEdge(let anchor): .liveEdge(anchor.moved(by: delay))
    case .opened, .loaded, .buffering, .seekCompleted, .duration, .metadata, .format, .suppressed,
      .buffered, .remote, .ended, .failed, .superseded, .released, .takenOver:
      self
    }
  }

  /// Returns the same report with another anchor.
  func anchored(_ anchor: PositionAnchor) -> LoadEvent {
    switch self {
    case .loaded(var media):
      media.anchor = anchor
      return .loaded(media)
    case .started: return .started(anchor)
    case .seekCompleted(let seek, _): return .seekCompleted(seek, anchor)
    case .position: return .position(anchor)
    case .liveEdge: return .liveEdge(anchor)
    case .opened, .buffering, .duration, .metadata, .format, .suppressed, .buffered, .remote,
      .ended, .failed, .superseded, .released, .takenOver:
      return self
    }
  }

  var anchor: PositionAnchor? {
    switch self {
    case .loaded(let media): media.anchor
    case .started(let anchor), .position(let anchor), .liveEdge(let anchor),
      .seekCompleted(_, let anchor):
      anchor
    case .opened, .buffering, .duration, .metadata, .format, .suppressed, .buffered, .remote,
      .ended, .failed, .superseded, .released, .takenOver:
      nil
    }
  }

  /// The same report with a speed of 0.
  var still: LoadEvent {
    anchor.map {
      anchored(PositionAnchor(position: $0.position, speed: 0, instant: $0.instant))
    } ?? self
  }

  /// The load that follows.
  var follower: LoadID? {
    switch self {
    case .ended(let next), .failed(_, let next): next
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .seekCompleted, .duration,
      .metadata, .format, .suppressed, .buffered, .remote, .superseded, .released, .takenOver:
      nil
    }
  }

  /// Returns an end that another load follows.
  func followed(by next: LoadID) -> LoadEvent {
    switch self {
    case .ended: .ended(followedBy: next)
    case .failed(let error, _): .failed(error, followedBy: next)
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .seekCompleted, .duration,
      .metadata, .format, .suppressed, .buffered, .remote, .superseded, .released, .takenOver:
      self
    }
  }
}
