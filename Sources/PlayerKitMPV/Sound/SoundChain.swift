import PlayerKit

/// The processing filters of one entry. During playback they move to the current settings in
/// inaudible steps. Pure.
///
/// - If all settings are off, there is no filter.
/// - Filters that hold samples are never removed while an entry plays, because their samples would
///   be lost. They become neutral if possible.
/// - Inserted filters start neutral.
struct SoundChain: Sendable, Equatable {
  /// The result of a change.
  enum Change: Sendable, Equatable {
    /// Nothing to do.
    case none
    /// Values move; ``step()`` is due.
    case moving
    /// The filters changed; pass ``filters`` to libmpv. Values may move too.
    case rebuilt
  }

  /// The time between two steps.
  static let interval = Duration.milliseconds(20)

  /// The sample rate of the output.
  private(set) var sampleRate: Int
  /// Whether libavfilter has Rubber Band.
  let hasRubberband: Bool
  private(set) var target = SoundProcessing()
  /// The playback speed.
  private(set) var rate = 1.0
  /// Whether libmpv resamples for another speed and Rubber Band restores the pitch. This keeps each
  /// track's length sample-exact, whereas libmpv's own method loses or adds a few ms at its end.
  private(set) var stretches = false
  private(set) var stages: [SoundStage] = []

  init(sampleRate: Int, hasRubberband: Bool) {
    self.sampleRate = sampleRate
    self.hasRubberband = hasRubberband
  }

  /// The filter chain in libmpv's syntax; empty for no filter.
  var filters: [String] {
    guard !stages.isEmpty else { return [] }
    // One format for all filters: in the integer format of a source, libavfilter's filters would
    // clip, and they reject frequencies above the source's limit.
    let format = "@pk-format:lavfi=[aformat=sample_fmts=fltp:sample_rates=\(sampleRate)"
    return ["\(format):channel_layouts=stereo]"]
      + stages.map { $0.filter(sampleRate: sampleRate) }
  }

  /// Whether values still move.
  var isMoving: Bool { stages.contains { $0.values != wanted($0.kind) } }

  /// Whether positions may jump over skipped silence.
  var skipsSilence: Bool { stages.contains { $0.kind == .silence } }

  /// Starts an entry with the current settings.
  ///
  /// - Parameter sampleRate: the output's sample rate for it; `nil` to keep the rate.
  mutating func begin(at sampleRate: Int? = nil) {
    if let sampleRate { self.sampleRate = sampleRate }
    chooseStretching()
    stages = wantedStages
  }

  /// Prepares for a seek, at which libmpv recreates all filters without losing samples: filters get
  /// the current values, and unneeded ones are removed.
  mutating func refresh() {
    chooseStretching()
    if stretches, !stages.contains(where: { $0.kind.isAs(.pitch) }) {
      stages.append(SoundStage(kind: .pitch, values: wanted(.pitch)))
      sort()
    }
    if let place = stages.firstIndex(where: { $0.kind.isAs(.pitch) }) {
      stages[place].values[1] = stretches ? rate : 1
    }
    stages = stages.filter { stage in
      isWanted(stage.kind) || !(stage.isNeutral || stage.kind.neutral.isEmpty)
    }
    for place in stages.indices {
      if stages[place].kind.isAs(.pitch) {
        stages[place] = SoundStage(kind: .pitch, values: stages[place].values)
      }
      stages[place].recreate()
    }
  }

  /// Changes the settings while an entry plays.
  ///
  /// - Parameter start: the time on libmpv's clock from which the entry has not reached the filters
  ///   yet.
  mutating func change(to processing: SoundProcessing, from start: Double) -> Change {
    target = processing
    let wanted = wantedStages
    let missing = wanted.map(\.kind).filter { kind in
      !stages.contains { $0.kind.isAs(kind) }
    }
    let isRestretched = restretch(wanted)
    guard !missing.isEmpty || isRestretched else { return isMoving ? .moving : .none }
    // Removes neutral filters now, since bands that were dragged would accumulate.
    stages = stages.filter { isWanted($0.kind) || !$0.kind.holdsNothing || !$0.isNeutral }
    for kind in missing { insert(kind, from: start) }
    return .rebuilt
  }

  /// Changes the speed at this moment, while an entry plays.
  mutating func setRate(_ rate: Double) -> [SoundStage.Command] {
    self.rate = rate
    guard stretches, let place = stages.firstIndex(where: { $0.kind.isAs(.pitch) }) else {
      return []
    }
    stages[place].values[1] = rate
    return [stages[place].command].compactMap(\.self)
  }

  /// Makes one step towards the settings.
  mutating func step() -> [SoundStage.Command] {
    var commands: [SoundStage.Command] = []
    for place in stages.indices {
      let kind = stages[place].kind
      let goals = wanted(kind)
      guard stages[place].values != goals else { continue }
      for (index, goal) in goals.enumerated() {
        let (old, most) = (stages[place].values[index], kind.steps[index])
        // The last step may be slightly longer to avoid a useless one.
        stages[place].values[index] =
          abs(goal - old) <= most * 1.01 ? goal : old + (goal > old ? most : -most)
      }
      commands += [stages[place].command].compactMap(\.self)
    }
    return commands
  }

  // MARK: Wanted stages

  private func wantedStage(_ kind: SoundStage.Kind) -> SoundStage? {
    wantedStages.first { $0.kind.isAs(kind) }
  }

  private func isWanted(_ kind: SoundStage.Kind) -> Bool { wantedStage(kind) != nil }

  private func wanted(_ kind: SoundStage.Kind) -> [Double] {
    wantedStage(kind)?.values ?? kind.neutral
  }

  private mutating func chooseStretching() {
    stretches = hasRubberband && rate != 1 && !Self.stages(for: target, at: sampleRate).isEmpty
  }

  private mutating func insert(_ kind: SoundStage.Kind, from start: Double) {
    let stage: SoundStage
    switch kind {
    // Rubber Band needs time to settle.
    case .pitch: stage = SoundStage(kind: .blendedPitch(at: start), values: wanted(.pitch))
    case .stretchedPitch: stage = SoundStage(kind: kind, values: [target.pitch])
    case .silence, .preamp, .band, .night, .blendedPitch, .mono, .balance, .limiter:
      stage = SoundStage(kind: kind, values: kind.neutral)
    }
    stages.append(stage)
    sort()
  }

  private mutating func sort() {
    stages.sort { ($0.kind.place, $0.kind.number) < ($1.kind.place, $1.kind.number) }
  }

  /// Recreates what no command can change.
  private mutating func restretch(_ wanted: [SoundStage]) -> Bool {
    guard let place = stages.firstIndex(where: { $0.kind == .stretchedPitch }) else { return false }
    let new = wanted.first { $0.kind == .stretchedPitch }
    guard stages[place] != new else { return false }
    if let new { stages[place] = new } else { stages.remove(at: place) }
    return true
  }

  /// The filters that the settings need, with their values.
  private var wantedStages: [SoundStage] {
    var stages = Self.stages(for: target, at: sampleRate)
    let pitch: SoundStage? =
      if hasRubberband {
        target.pitch != 0 || stretches
          ? SoundStage(kind: .pitch, values: [target.pitch, stretches ? rate : 1]) : nil
      } else {
        target.pitch != 0 ? SoundStage(kind: .stretchedPitch, values: [target.pitch]) : nil
      }
    stages = stages.filter { $0.kind != .stretchedPitch } + [pitch].compactMap(\.self)
    return stages.sorted { ($0.kind.place, $0.kind.number) < ($1.kind.place, $1.kind.number) }
  }

  /// Returns the filters that the settings need, with any of the pitch filters.
  private static func stages(for processing: SoundProcessing, at sampleRate: Int) -> [SoundStage] {
    var stages: [SoundStage] = []
    func add(_ kind: SoundStage.Kind, _ values: [Double] = []) {
      stages.append(SoundStage(kind: kind, values: values))
    }
    if processing.skipsSilence { add(.silence) }
    let equalizer = processing.equalizer
    if equalizer.preamp != 0 { add(.preamp, [equalizer.preamp]) }
    for (number, band) in equalizer.bands.enumerated()
    where band.gain != 0 && band.frequency < Double(sampleRate) / 2 {
      add(.band(number, band.kind, frequency: band.frequency, q: band.q), [band.gain])
    }
    if processing.isNightMode { add(.night, [1]) }
    if processing.pitch != 0 { add(.stretchedPitch, [processing.pitch]) }
    if processing.isMono { add(.mono, [0]) }
    if processing.balance != 0 { add(.balance, [processing.balance]) }
    // Quiet audio gets 10 dB louder, and so does a loud start until the compressor reacts.
    if processing.isLimited || processing.isNightMode { add(.limiter) }
    return stages
  }
}

extension SoundStage.Kind {
  /// Returns whether one filter can replace the other.
  fileprivate func isAs(_ other: Self) -> Bool {
    switch (self, other) {
    case (.pitch, .blendedPitch), (.blendedPitch, .pitch), (.blendedPitch, .blendedPitch): true
    default: self == other
    }
  }
}
