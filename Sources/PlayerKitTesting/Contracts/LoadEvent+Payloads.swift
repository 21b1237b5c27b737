import PlayerKit

// Accessors to the payloads that checks look for. Each uses `if case`, since the other reports
// don't matter to it.
extension LoadEvent {
  var loadedMedia: LoadedMedia? {
    if case .loaded(let media) = self { media } else { nil }
  }

  var openedAsLive: Bool? {
    if case .opened(let isLive) = self { isLive } else { nil }
  }

  var start: PositionAnchor? {
    if case .started(let anchor) = self { anchor } else { nil }
  }

  var measuredPosition: PositionAnchor? {
    if case .position(let anchor) = self { anchor } else { nil }
  }

  func completion(of seek: SeekID) -> PositionAnchor? {
    if case .seekCompleted(seek, let anchor) = self { anchor } else { nil }
  }

  /// Whether the report shows a moving position.
  var isMoving: Bool {
    (loadedMedia?.anchor ?? start ?? measuredPosition)?.speed ?? 0 > 0
  }
}
