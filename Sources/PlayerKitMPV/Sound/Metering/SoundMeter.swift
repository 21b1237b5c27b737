import PlayerKit
import PlayerKitSystem

/// Delivers the filters' measurements to readers when they are heard.
///
/// Has a thread while there are filters. If the thread did not empty their pipe, libmpv would
/// block. It never waits for the engine, and calls readers without a lock.
final class SoundMeter: Sendable {
  /// The continuation of a reader.
  enum Reader: Sendable {
    case levels(AsyncStream<SoundLevels>.Continuation)
    case spectrum(AsyncStream<SoundSpectrum>.Continuation)
  }

  typealias ID = UInt64

  private let state: Locked<State>

  init() { state = Locked(State()) }

  // MARK: Readers

  /// Adds a reader; `nil` if the engine has ended.
  func add(_ reader: Reader, _ kind: MeterKind, every interval: Duration) -> ID? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.readerCount += 1
      state.readers[state.readerCount] = Reading(reader, kind, every: interval)
      return state.readerCount
    }
  }

  func remove(_ id: ID) {
    state.withLock { state in
      state.readers[id] = nil
      state.timeline.keep(kinds: state.kinds)
    }
  }

  /// The kinds with readers, in a fixed order.
  var kinds: [MeterKind] { state.withLock { $0.kinds.sorted() } }

  /// Whether the thread runs.
  var isRunning: Bool { state.withLock { $0.isRunning } }

  // MARK: The core's part

  /// Opens the pipe and starts reading it.
  ///
  /// - Returns: the descriptor that filters may write to until ``stop()``; `nil` if no pipe or
  ///   thread could be created.
  func start() -> Int32? {
    let (pipe, mustRun) = state.withLock { state in
      if state.pipe == nil, !state.isClosed { state.pipe = MeterPipe() }
      state.isWanted = state.pipe != nil
      let mustRun = state.isWanted && !state.isRunning
      if mustRun { state.isRunning = true }
      return (state.pipe, mustRun)
    }
    guard let pipe else { return nil }
    let isRunning = !mustRun || BackgroundThread.start("PlayerKit.meter") { self.run(pipe) }
    if !isRunning { state.withLock { $0.isRunning = false } }
    return isRunning ? pipe.writeEnd : nil
  }

  /// Stops the thread, as there are no filters.
  func stop() {
    let pipe = state.withLock { state in
      state.isWanted = false
      state.timeline.clear()
      return state.isRunning ? state.pipe : nil
    }
    pipe?.wake()
  }

  /// Ends all streams and the thread. Call it after libmpv has ended.
  func close() {
    let (readers, pipe) = state.withLock { state in
      defer {
        state.isClosed = true
        state.isWanted = false
        state.readers = [:]
        state.pipe = nil
      }
      return (state.readers.values.map(\.reader), state.isRunning ? state.pipe : nil)
    }
    pipe?.wake()
    for reader in readers { reader.finish() }
  }

  /// Sets when an entry is heard, and drops closed entries.
  func set(
    _ anchor: MeterTimeline.Anchor,
    for entry: PlaylistEntryID,
    isOpen: (PlaylistEntryID) -> Bool
  ) {
    let open = state.withLock { $0.timeline.entries }.filter(isOpen)
    let pipe = state.withLock { state in
      state.timeline.keep { open.contains($0) }
      state.timeline.set(anchor, for: entry)
      return state.isRunning ? state.pipe : nil
    }
    pipe?.wake()
  }

  /// Reports silence to the readers, as nothing is heard now.
  ///
  /// - Parameter isElsewhere: whether the waiting measurements will never be heard.
  func pause(isElsewhere: Bool) {
    let pipe = state.withLock { state in
      if isElsewhere { state.timeline.clear() } else { state.timeline.stop() }
      state.owesSilence = true
      return state.isRunning ? state.pipe : nil
    }
    pipe?.wake()
  }

  // MARK: The thread

  private func run(_ pipe: MeterPipe) {
    while true {
      let (isWanted, deadline) = state.withLock { state in
        if !state.isWanted { state.isRunning = false }
        return (state.isWanted, state.deadline)
      }
      guard isWanted else { return }
      pipe.wait(until: deadline)
      var frames: [MeterFrame] = []
      pipe.read { bytes in frames += state.withLock { $0.lines.take(bytes) } }
      let deliveries = state.withLock { $0.step(frames, at: .now) }
      for delivery in deliveries { delivery() }
    }
  }
}

extension SoundMeter {
  /// A reader and its state.
  fileprivate struct Reading: Sendable {
    let reader: Reader
    let interval: Duration
    var window: MeterWindow
    /// When to deliver the next value.
    var due: ContinuousClock.Instant

    init(_ reader: Reader, _ kind: MeterKind, every interval: Duration) {
      self.reader = reader
      self.interval = max(interval, .seconds(1) / 60)
      window = MeterWindow(kind: kind)
      due = .now
    }
  }

  fileprivate struct State: Sendable {
    var readers: [ID: Reading] = [:]
    var readerCount: ID = 0
    var timeline = MeterTimeline()
    var lines = MeterLines()
    var smoothings: [MeterKind: MeterSmoothing] = [:]
    var pipe: MeterPipe?
    var isWanted = false
    var isRunning = false
    var isClosed = false
    var owesSilence = false

    var kinds: Set<MeterKind> { Set(readers.values.map(\.window.kind)) }
  }
}

extension SoundMeter.State {
  /// When there is something to deliver, at most 50 ms ahead, so that the pipe is emptied often
  /// enough; `nil` to wait for new measurements.
  fileprivate var deadline: ContinuousClock.Instant? {
    let dues = readers.values.compactMap { reading -> ContinuousClock.Instant? in
      if !reading.window.isEmpty { return reading.due }
      return timeline.due(reading.window.kind).map { max($0, reading.due) }
    }
    return dues.min().map { min($0, .now + .milliseconds(50)) }
  }

  /// Adds measurements and returns the deliveries to readers.
  fileprivate mutating func step(
    _ frames: [MeterFrame],
    at now: ContinuousClock.Instant
  ) -> [@Sendable () -> Void] {
    for frame in frames where kinds.contains(frame.kind) { timeline.add(frame) }
    for heard in timeline.take(until: now) {
      let values = smooth(heard.frame)
      for id in readers.keys where readers[id]?.window.kind == heard.frame.kind {
        readers[id]?.window.add(values, load: heard.load, position: heard.position)
      }
    }
    defer { owesSilence = false }
    return readers.keys.compactMap { deliver($0, at: now) }
  }

  private mutating func smooth(_ frame: MeterFrame) -> [Double] {
    guard case .spectrum(let bands) = frame.kind else { return frame.values }
    // Other rates have nearly the same piece rate.
    let sampleRate = MPVEngine.Configuration.commonRate
    let rate = Double(sampleRate) / Double(MeterFilter.pieceLength(sampleRate: sampleRate))
    return smoothings[frame.kind, default: MeterSmoothing(bands: bands, pieceRate: rate)]
      .smooth(frame.values)
  }

  private mutating func deliver(
    _ id: SoundMeter.ID,
    at now: ContinuousClock.Instant
  ) -> (@Sendable () -> Void)? {
    guard var reading = readers[id] else { return nil }
    defer { readers[id] = reading }
    if owesSilence {
      guard let load = reading.window.load else { return nil }
      let position = reading.window.position
      let count = reading.window.kind.valueCount
      reading.window = MeterWindow(kind: reading.window.kind)
      let values = [Double](repeating: -.infinity, count: count)
      return { [reader = reading.reader] in reader.deliver(values, load, position) }
    }
    guard !reading.window.isEmpty, reading.due <= now, let load = reading.window.load else {
      return nil
    }
    // Keeps an even pace, unless it was late or silent.
    reading.due = max(reading.due + reading.interval, now + reading.interval / 2)
    let position = reading.window.position
    let values = reading.window.take()
    return { [reader = reading.reader] in reader.deliver(values, load, position) }
  }
}

extension SoundMeter.Reader {
  fileprivate func deliver(_ values: [Double], _ load: LoadID, _ position: Duration) {
    switch self {
    case .levels(let continuation):
      let channels = stride(from: 0, to: values.count - 1, by: 2).map {
        SoundLevel(peak: values[$0], rms: values[$0 + 1])
      }
      continuation.yield(SoundLevels(load: load, position: position, channels: channels))
    case .spectrum(let continuation):
      continuation.yield(SoundSpectrum(load: load, position: position, bands: values))
    }
  }

  fileprivate func finish() {
    switch self {
    case .levels(let continuation): continuation.finish()
    case .spectrum(let continuation): continuation.finish()
    }
  }
}
