import PlayerKit

/// The known facts about an entry's audio, and the format that follows from them. Pure.
struct FormatFacts: Sendable, Equatable {
  var codec: String?
  var source: SoundFormat.Samples
  var output: SoundFormat.Samples
  var device: String?
  var settings = OutputSettings()
  /// Whether the track's loudness is normalized.
  var isLeveled = false
  /// Whether the settings add a filter.
  var isProcessed = false
  /// Whether it is the overlap of two tracks.
  var isMixed = false
  /// Whether noise is added when bits are lost.
  var dithers = true

  var format: SoundFormat {
    SoundFormat(
      codec: codec,
      source: source,
      output: output,
      device: device,
      changes: changes
    )
  }

  private var changes: Set<SoundFormat.Change> {
    var changes: Set<SoundFormat.Change> = []
    if source.rate != output.rate { changes.insert(.resampled) }
    if source.channels != output.channels || source.layout != output.layout {
      changes.insert(.remixed)
    }
    if settings.rate != 1 { changes.insert(.stretched) }
    if isLeveled { changes.insert(.leveled) }
    if isProcessed { changes.insert(.processed) }
    if isMixed { changes.insert(.mixed) }
    let isMixedDown = (source.channels ?? 0) > (output.channels ?? 0)
    let isReckoned = isMixedDown || !changes.isSubset(of: [.remixed])
    changes.formUnion(writing(isReckoned: isReckoned))
    if settings.isMuted || settings.volume != 1 {
      changes.insert(.volume)
      // libmpv applies the volume after dithering.
      if case .integer? = output.encoding { changes.insert(.rounded) }
    }
    return changes
  }

  /// Returns the changes that result from writing the samples.
  ///
  /// - Parameter isReckoned: whether samples are recomputed, for example by a gain or a resampler.
  ///   Then they need more bits than the source has.
  private func writing(isReckoned: Bool) -> Set<SoundFormat.Change> {
    guard let from = source.encoding, let to = output.encoding else { return [] }
    guard case .integer = to else {
      return to == from ? [] : to.holds(from) ? [.rewritten] : [.rounded]
    }
    if isReckoned || !to.holds(from) { return dithers ? [.rounded, .dithered] : [.rounded] }
    return to == from ? [] : [.rewritten]
  }
}
