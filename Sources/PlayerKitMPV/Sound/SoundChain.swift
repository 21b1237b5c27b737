import PlayerKit

/// The filters of what is done to the sound of one entry: made for it, and led, while it plays, to
/// where the settings are, in steps that nobody hears. Pure.
///
/// - Where all is off there is no filter.
/// - Filters that hold samples are never taken out while an entry plays, since that would lose these. They
///   are made neutral where they can be.
/// - Filters that are put in begin neutral.
struct SoundChain: Sendable, Equatable {
  /// How it goes on after a change.
  enum Change: Sendable, Equatable {
    /// There is nothing to do.
    case none
    /// Values move; ``step()`` is due.
    case moving
    /// There are other filters; libmpv has to get ``filters``. Values may move, too.
    case rebuilt
  }

  /// Between two steps.
  static let interval = Duration.milliseconds(20)

  /// How many samples a second the output has.
  private(set) var sampleRate: Int
  /// Whether libavfilter has Rubber Band.
  let hasRubberband: Bool
  private(set) var target = SoundProcessing()
  /// How fast it plays.
  private(set) var rate = 1.0
  /// Whether libmpv resamples for another speed, and Rubber Band brings back the pitch. That keeps each
  /// track's length to the sample, where libmpv's own way loses or adds some ms at its end.
  private(set) var stretches = false
  private(set) var stages: [SoundStage] = []

  init(sampleRate: Int, hasRubberband: Bool) {
    self.sampleRate = sampleRate
    self.hasRubberband = hasRubberband
  }

  /// The chain in libmpv's words; empty: no filter.
  var filters: [String] {
    guard !stages.isEmpty else { return [] }
    // One format for all: libavfilter's filters would clip in the integers of a source, and refuse
    // frequencies that its rate can't have.
    let format = "@pk-format:lavfi=[aformat=sample_fmts=fltp:sample_rates=\(sampleRate)"
    return ["\(format):channel_layouts=stereo]"]
      + stages.map { $0.filter(sampleRate: sampleRate) }
  }

  /// Whether values still move.
  var isMoving: Bool { stages.contains { $0.values != wanted($0.kind) } }

  /// Whether positions may jump over what is left out.
  var skipsSilence: Bool { stages.contains { $0.kind == .silence } }

  /// An entry begins: it gets what the settings say, at once.
  ///
  /// - Parameter sampleRate: how many samples a second the output has for it; `nil`: as many as before.
  mutating func begin(at sampleRate: Int? = nil) {
    if let sampleRate { self.sampleRate = sampleRate }
    chooseStretching()
    stages = wantedStages
  }

  /// Before a seek, with which libmpv makes all filters anew, and no samples are lost: they get the values
  /// of now, and what is not wanted any more is taken out.
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

  /// The settings change while an entry plays.
  ///
  /// - Parameter start: what of the entry, on libmpv's clock for it, has not come to the filters yet.
  mutating func change(to processing: SoundProcessing, from start: Double) -> Change {
    target = processing
    let wanted = wantedStages
    let missing = wanted.map(\.kind).filter { kind in
      !stages.contains { $0.kind.isAs(kind) }
    }
    let isRestretched = restretch(wanted)
    guard !missing.isEmpty || isRestretched else { return isMoving ? .moving : .none }
    // There is room for others, and bands that were pulled about would pile up.
    stages = stages.filter { isWanted($0.kind) || !$0.kind.holdsNothing || !$0.isNeutral }
    for kind in missing { insert(kind, from: start) }
    return .rebuilt
  }

  /// The speed changes while an entry plays, at this moment.
  mutating func setRate(_ rate: Double) -> [SoundStage.Command] {
    self.rate = rate
    guard stretches, let place = stages.firstIndex(where: { $0.kind.isAs(.pitch) }) else {
      return []
    }
    stages[place].values[1] = rate
    return [stages[place].command].compactMap(\.self)
  }

  /// One step towards the settings.
  mutating func step() -> [SoundStage.Command] {
    var commands: [SoundStage.Command] = []
    for place in stages.indices {
      let kind = stages[place].kind
      let goals = wanted(kind)
      guard stages[place].values != goals else { continue }
      for (index, goal) in goals.enumerated() {
        let (old, most) = (stages[place].values[index], kind.steps[index])
        // The last step is a little longer rather than one that is of no use.
        stages[place].values[index] =
          abs(goal - old) <= most * 1.01 ? goal : old + (goal > old ? most : -most)
      }
      commands += [stages[place].command].compactMap(\.self)
    }
    return commands
  }

  // MARK: What is wanted

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
    // Rubber Band is not at once what it is later.
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

  /// What no command reaches is made anew.
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

  /// What needs a filter, the pitch by whatever makes it.
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
    // What is quiet is louder by 10 dB, and so is what begins loud, until compression has seen it.
    if processing.isLimited || processing.isNightMode { add(.limiter) }
    return stages
  }
}

extension SoundStage.Kind {
  /// Whether one does for the other.
  fileprivate func isAs(_ other: Self) -> Bool {
    switch (self, other) {
    case (.pitch, .blendedPitch), (.blendedPitch, .pitch), (.blendedPitch, .blendedPitch): true
    default: self == other
    }
  }
}
