import PlayerKit

extension PositionAnchor {
  /// The same line as it is at an instant; one that begins later stands as it is.
  func heard(at now: MonotonicInstant) -> PositionAnchor {
    now > instant ? moved(to: now, speed: speed) : self
  }

  func moved(by delay: Duration) -> PositionAnchor {
    PositionAnchor(position: position, speed: speed, instant: instant + delay)
  }
}

extension LoadEvent {
  /// The same, said later.
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

  /// The same with another anchor.
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

  /// The same where nothing moves.
  var still: LoadEvent {
    anchor.map {
      anchored(PositionAnchor(position: $0.position, speed: 0, instant: $0.instant))
    } ?? self
  }

  /// What follows after it.
  var follower: LoadID? {
    switch self {
    case .ended(let next), .failed(_, let next): next
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .seekCompleted, .duration,
      .metadata, .format, .suppressed, .buffered, .remote, .superseded, .released, .takenOver:
      nil
    }
  }

  /// An end after which something else follows.
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
