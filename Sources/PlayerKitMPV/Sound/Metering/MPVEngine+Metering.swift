import PlayerKit

// Channels are the two of the output. Pieces of some 14 ms are measured, which a value of a sixtieth of a second
// is made of. A pause is told within 50 ms.
extension MPVEngine: SoundMetering {
  /// Peak and RMS of left and right.
  public func levels(every interval: Duration) -> AsyncStream<SoundLevels> {
    let (stream, continuation) = AsyncStream<SoundLevels>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    read(.levels(continuation), .levels, every: interval) { end in
      continuation.onTermination = { _ in end() }
    } orElse: {
      continuation.finish()
    }
    return stream
  }

  /// The RMS of bands: filters of the fourth order, whose borders have 3 dB less. What is two bands beside has
  /// 20 dB less, or more.
  public func spectrum(bands: Int, every interval: Duration) -> AsyncStream<SoundSpectrum> {
    let (stream, continuation) = AsyncStream<SoundSpectrum>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let limits = SoundSpectrum.bandLimits
    let bands = min(max(bands, limits.lowerBound), limits.upperBound)
    read(.spectrum(continuation), .spectrum(bands: bands), every: interval) { end in
      continuation.onTermination = { _ in end() }
    } orElse: {
      continuation.finish()
    }
    return stream
  }

  private func read(
    _ reader: SoundMeter.Reader,
    _ kind: MeterKind,
    every interval: Duration,
    onEnd: (@escaping @Sendable () -> Void) -> Void,
    orElse finish: () -> Void
  ) {
    guard let id = core.meter.add(reader, kind, every: interval) else { return finish() }
    onEnd { [weak core] in
      core?.meter.remove(id)
      core?.submit { $0.readersChanged() }
    }
    core.submit { $0.readersChanged() }
  }
}
