import Foundation
import PlayerKit
import Synchronization

/// The threads on which overlaps are rendered, and the way to end them.
///
/// Threads: any.
final class OverlapRenderings: Sendable {
  private let threads = DispatchGroup()
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

  /// Renders on a thread of its own, and calls `then` there.
  func start(
    _ renderer: OverlapRenderer,
    then: @escaping @Sendable ((Overlap.Rendered, wav: [UInt8])?) -> Void
  ) {
    threads.enter()
    let thread = Thread { [threads] in
      then(renderer.render())
      threads.leave()
    }
    thread.name = "PlayerKit.MPV.overlap"
    thread.start()
  }

  /// Has all end soon, and later ones at once; returns when they have.
  func close() {
    cancelled.store(true, ordering: .relaxed)
    threads.wait()
  }
}
