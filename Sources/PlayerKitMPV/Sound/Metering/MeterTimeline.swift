import PlayerKit

/// What was measured and is not heard yet, and when it will be. Pure.
struct MeterTimeline: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// Where libmpv's clock for an entry stood at an instant, of what is heard.
  struct Anchor: Sendable, Equatable {
    /// Below zero while what came before still sounds.
    var time: Double
    var instant: Instant
    /// Media time per time.
    var speed: Double
    var load: LoadID
    /// By how much positions are ahead of libmpv's clock.
    var offset: Duration

    /// When that place is heard.
    func instant(of time: Double) -> Instant {
      instant + .seconds((time - self.time) / speed)
    }
  }

  /// What is heard now.
  struct Heard: Sendable, Equatable {
    let frame: MeterFrame
    let load: LoadID
    let position: Duration
  }

  private struct Source: Hashable {
    let kind: MeterKind
    let entry: PlaylistEntryID
  }

  /// What is older than that is of no use to anybody.
  private static let timeout = Duration.milliseconds(150)
  /// An output that is a file takes all at once.
  private static let most = 1_000

  private var anchors: [PlaylistEntryID: Anchor] = [:]
  private var waiting: [Source: [MeterFrame]] = [:]

  /// Something was measured.
  mutating func add(_ frame: MeterFrame) {
    let source = Source(kind: frame.kind, entry: frame.entry)
    var frames = waiting[source] ?? []
    // libmpv went elsewhere: what comes now takes the place of all that waits.
    if let last = frames.last, frame.time <= last.time { frames = [] }
    if frames.count >= Self.most { frames.removeFirst(Self.most / 2) }
    frames.append(frame)
    waiting[source] = frames
  }

  /// An entry is heard, or will be.
  mutating func set(_ anchor: Anchor, for entry: PlaylistEntryID) {
    anchors[entry] = anchor
  }

  /// Nothing is heard until there is another anchor. What waits goes on then.
  mutating func stop() {
    anchors = [:]
  }

  /// Nothing that was measured so far will be heard.
  mutating func clear() {
    anchors = [:]
    waiting = [:]
  }

  /// Forgets entries that are over.
  mutating func keep(_ isOpen: (PlaylistEntryID) -> Bool) {
    anchors = anchors.filter { isOpen($0.key) }
    waiting = waiting.filter { isOpen($0.key.entry) }
  }

  /// Forgets what nobody reads.
  mutating func keep(kinds: Set<MeterKind>) {
    waiting = waiting.filter { kinds.contains($0.key.kind) }
  }

  /// The entries of which something is known.
  var entries: Set<PlaylistEntryID> {
    Set(anchors.keys).union(waiting.keys.map(\.entry))
  }

  /// When the next of a kind is heard; `nil`: nobody knows.
  func due(_ kind: MeterKind) -> Instant? {
    waiting.compactMap { source, frames in
      guard source.kind == kind, let first = frames.first, let anchor = anchors[source.entry]
      else { return nil }
      return anchor.instant(of: first.time)
    }.min()
  }

  /// Takes out what is heard by now, in order.
  mutating func take(until now: Instant) -> [Heard] {
    var heard: [(Instant, Heard)] = []
    for (source, frames) in waiting {
      guard let anchor = anchors[source.entry] else { continue }
      let count = frames.prefix { anchor.instant(of: $0.time) <= now }.count
      guard count > 0 else { continue }
      for frame in frames.prefix(count) {
        let due = anchor.instant(of: frame.time)
        guard due > now - Self.timeout else { continue }
        let position = max(.seconds(frame.time) + anchor.offset, .zero)
        heard.append((due, Heard(frame: frame, load: anchor.load, position: position)))
      }
      waiting[source] = count == frames.count ? nil : Array(frames.dropFirst(count))
    }
    return heard.sorted { $0.0 < $1.0 }.map(\.1)
  }
}
