import PlayerKitSystem
import PlayerKit

/// A meter that tells what a test says. All readers get it at once. Their intervals do not count.
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

  /// Makes a meter that nobody reads.
  public init() {}

  /// How many read levels or spectra now.
  public var readerCount: Int { state.withLock { $0.levels.count + $0.spectra.count } }

  /// Tells levels to those who read them. After ``close()``: no effect.
  public func tell(_ levels: SoundLevels) {
    for reader in state.withLock({ Array($0.levels.values) }) { reader.yield(levels) }
  }

  /// Tells a spectrum to those who read as many bands. After ``close()``: no effect.
  public func tell(_ spectrum: SoundSpectrum) {
    let readers = state.withLock { state in
      state.spectra.values.filter { $0.bands == spectrum.bands.count }
    }
    for (_, reader) in readers { reader.yield(spectrum) }
  }

  /// Ends all streams, as an engine that is closed does. Again: no effect.
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

  /// What ``tell(_:)-(SoundLevels)`` says; of several values that nobody took, the latest.
  public func levels(every interval: Duration) -> AsyncStream<SoundLevels> {
    let (stream, continuation) = AsyncStream<SoundLevels>.makeStream(
      bufferingPolicy: .bufferingNewest(1)
    )
    add(continuation) { $0.levels[$1] = continuation }
    return stream
  }

  /// What ``tell(_:)-(SoundSpectrum)`` says of as many bands; of several values that nobody took, the latest.
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
