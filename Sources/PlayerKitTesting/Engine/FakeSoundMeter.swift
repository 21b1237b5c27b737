import PlayerKit
import PlayerKitSystem

/// A fake sound meter that delivers the values of a test. All readers receive them immediately;
/// their intervals are ignored.
///
/// ```swift
/// let meter = FakeSoundMeter()
/// view.show(meter)
/// meter.tell(SoundLevels(load: .unique(), position: .zero, channels: [.init(peak: -3, rms: -9)]))
/// ```
///
/// All methods may be called on any thread.
public final class FakeSoundMeter: SoundMetering {
  private struct State {
    var levels: [UInt64: AsyncStream<SoundLevels>.Continuation] = [:]
    var spectra: [UInt64: (bands: Int, AsyncStream<SoundSpectrum>.Continuation)] = [:]
    var count: UInt64 = 0
    var isClosed = false
  }

  private let state = Locked(State())

  /// Makes a meter without readers.
  public init() {}

  /// The current number of readers of levels or spectra.
  public var readerCount: Int { state.withLock { $0.levels.count + $0.spectra.count } }

  /// Sends levels to their readers. Has no effect after ``close()``.
  public func tell(_ levels: SoundLevels) {
    for reader in state.withLock({ Array($0.levels.values) }) { reader.yield(levels) }
  }

  /// Sends a spectrum to the readers of the same number of bands. Has no effect after ``close()``.
  public func tell(_ spectrum: SoundSpectrum) {
    let readers = state.withLock { state in
      state.spectra.values.filter { $0.bands == spectrum.bands.count }
    }
    for (_, reader) in readers { reader.yield(spectrum) }
  }

  /// Ends all streams, as a closing engine does. Calling it again has no effect.
  public func close() {
    let old = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state
    }
    for reader in old.levels.values { reader.finish() }
    for (_, reader) in old.spectra.values { reader.finish() }
  }

  // MARK: SoundMetering

  /// Returns the levels passed to ``tell(_:)-(SoundLevels)``. A slow reader gets only the latest
  /// value.
  public func levels(every interval: Duration) -> AsyncStream<SoundLevels> {
    let (stream, continuation) = AsyncStream<SoundLevels>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    add(continuation) { $0.levels[$1] = continuation }
    return stream
  }

  /// Returns the spectra with this number of bands passed to ``tell(_:)-(SoundSpectrum)``. A slow
  /// reader gets only the latest value.
  public func spectrum(bands: Int, every interval: Duration) -> AsyncStream<SoundSpectrum> {
    let (stream, continuation) = AsyncStream<SoundSpectrum>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    let bands = SoundSpectrum.frequencies(bands: bands).count
    add(continuation) { $0.spectra[$1] = (bands, continuation) }
    return stream
  }

  private func add<Value>(
    _ reader: AsyncStream<Value>.Continuation,
    as register: (inout State, UInt64) -> Void
  ) {
    let id: UInt64? = state.withLock { state in
      guard !state.isClosed else { return nil }
      state.count += 1
      register(&state, state.count)
      return state.count
    }
    guard let id else { return reader.finish() }
    reader.onTermination = { [weak self] _ in
      self?.state.withLock { state in
        state.levels[id] = nil
        state.spectra[id] = nil
      }
    }
  }
}
