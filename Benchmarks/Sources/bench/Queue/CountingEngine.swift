import Foundation
import PlayerKit

/// An engine without sound that reports readiness at once, and counts its loads.
///
/// `@unchecked Sendable`: all access is with `lock` locked.
final class CountingEngine: AudioEngine, @unchecked Sendable {
  private let lock = NSLock()
  private var current: EngineLoad?
  private var next: EngineLoad?
  private var loads = 0
  private var most = 0

  /// The number of loads, current and next ones.
  var count: Int { lock.withLock { loads } }
  /// The maximum number of loads at the same time.
  var maximumAtOnce: Int { lock.withLock { most } }

  func load(_ request: EngineLoad) {
    let old = lock.withLock {
      defer { note(current: request, next: nil) }
      return [current, next]
    }
    for load in old { load?.onReport(.superseded) }
    request.onReport(.loaded(Self.media(request)))
  }

  func setNext(_ next: EngineLoad?, after current: LoadID) {
    let superseded = lock.withLock { () -> EngineLoad? in
      guard self.current?.id == current else { return next }
      defer { note(current: self.current, next: next) }
      return self.next
    }
    superseded?.onReport(.superseded)
  }

  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    let (old, new) = lock.withLock { () -> (EngineLoad?, EngineLoad?) in
      guard self.current?.id == current else { return (nil, nil) }
      let (old, new) = (self.current, self.next?.id == next ? self.next : nil)
      self.current = new
      self.next = nil
      return (old, new)
    }
    old?.onReport(.superseded)
    if let new { new.onReport(.started(Self.media(new).anchor)) }
  }

  func unload(_ load: LoadID) {
    let old = lock.withLock { () -> [EngineLoad?] in
      guard current?.id == load else { return [] }
      defer { note(current: nil, next: nil) }
      return [current, next]
    }
    old.first??.onReport(.released)
    old.last??.onReport(.superseded)
  }

  func setPlaying(_ isPlaying: Bool, load: LoadID) {}
  func seek(to position: Duration, id: SeekID, load: LoadID) {}
  func measure(_ load: LoadID) {}
  func setOutput(_ settings: OutputSettings) {}
  func close() async {}

  private func note(current: EngineLoad?, next: EngineLoad?) {
    if let current, current.id != self.current?.id { loads += 1 }
    if next != nil { loads += 1 }
    (self.current, self.next) = (current, next)
    most = max(most, (current == nil ? 0 : 1) + (next == nil ? 0 : 1))
  }

  private static func media(_ load: EngineLoad) -> LoadedMedia {
    LoadedMedia(
      anchor: PositionAnchor(position: load.position, speed: 1, instant: SystemPlaybackClock().now),
      duration: .seconds(200),
      isSeekable: true
    )
  }
}
