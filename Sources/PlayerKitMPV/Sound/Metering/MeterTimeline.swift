import PlayerKit

/// The measurements that are not heard yet, and when they will be. Pure.
struct MeterTimeline: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The audible position on libmpv's clock for an entry, at an instant.
  struct Anchor: Sendable, Equatable {
    /// Below zero while the previous entry is still audible.
    var time: Double
    var instant: Instant
    /// Media time per real time.
    var speed: Double
    var load: LoadID
    /// How far positions are ahead of libmpv's clock.
    var offset: Duration

    /// Returns when a time is heard.
    func instant(of time: Double) -> Instant {
      instant + .seconds((time - self.time) / speed)
    }
  }

  /// An audible measurement.
  struct Heard: Sendable, Equatable {
    let frame: MeterFrame
    let load: LoadID
    let position: Duration
  }

  private struct Source: Hashable {
    let kind: MeterKind
    let entry: PlaylistEntryID
  }

  /// Older measurements are useless.
  private static let timeout = Duration.milliseconds(150)
  /// The maximum number of waiting measurements, as an output file takes everything at once.
  private static let most = 1_000

  private var anchors: [PlaylistEntryID: Anchor] = [:]
  private var waiting: [Source: [MeterFrame]] = [:]

  /// Adds a measurement.
  mutating func add(_ frame: MeterFrame) {
    let source = Source(kind: frame.kind, entry: frame.entry)
    var frames = waiting[source] ?? []
    // libmpv seeked: the new measurements replace all waiting ones.
    if let last = frames.last, frame.time <= last.time { frames = [] }
    if frames.count >= Self.most { frames.removeFirst(Self.most / 2) }
    frames.append(frame)
    waiting[source] = frames
  }

  /// Sets when an entry is or will be heard.
  mutating func set(_ anchor: Anchor, for entry: PlaylistEntryID) {
    anchors[entry] = anchor
  }

  /// Stops until there is another anchor. Waiting measurements are kept.
  mutating func stop() {
    anchors = [:]
  }

  /// Drops all measurements, as they will not be heard.
  mutating func clear() {
    anchors = [:]
    waiting = [:]
  }

  /// Drops closed entries.
  mutating func keep(_ isOpen: (PlaylistEntryID) -> Bool) {
    anchors = anchors.filter { isOpen($0.key) }
    waiting = waiting.filter { isOpen($0.key.entry) }
  }

  /// Drops kinds without readers.
  mutating func keep(kinds: Set<MeterKind>) {
    waiting = waiting.filter { kinds.contains($0.key.kind) }
  }

  /// The entries with anchors or measurements.
  var entries: Set<PlaylistEntryID> {
    Set(anchors.keys).union(waiting.keys.map(\.entry))
  }

  /// Returns when the next measurement of a kind is heard; `nil` if unknown.
  func due(_ kind: MeterKind) -> Instant? {
    waiting.compactMap { source, frames in
      guard source.kind == kind, let first = frames.first, let anchor = anchors[source.entry]
      else { return nil }
      return anchor.instant(of: first.time)
    }.min()
  }

  /// Removes the measurements heard by now and returns them in order.
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
