import PlayerKit

// The channels are the two of the output. Each measurement covers some 14 ms, and each reported
// value combines those of its interval, at least a sixtieth of a second. A pause is reported within
// 50 ms.
extension MPVEngine: SoundMetering {
  /// Returns peak and RMS of left and right.
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

  /// Returns the RMS of bands, from fourth-order filters that are down 3 dB at their edges. Two
  /// bands away, the level is at least 20 dB lower.
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
