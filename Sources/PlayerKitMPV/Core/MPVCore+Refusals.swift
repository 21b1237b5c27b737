import MediaLoading
import PlayerKit

// What libmpv can't open while the load before still sounds.
extension MPVCore {
  /// While libmpv waits, as it could not open an entry: gives it silence to open instead, where a
  /// failure would cut the tail of what sounds.
  func coverRefusal() {
    guard let entry = active, machine.mustNotFail(entry) else { return }
    let isTaken = attempt { () throws(MPVFailure) in
      try handle.set("stream-open-filename", .string(StreamRegistry.name(of: .silence)))
    }
    guard isTaken else { return }
    let error = EndClassifier.refusal(streamFailure: registry.facts(of: entry).failure)
    // Not before libmpv goes on, as reports may take their time.
    executor.submit { [self] in
      assumeIsolated { core in core.run { $0.ended(entry, .failed(error)) } }
    }
  }

  /// What is played instead: 10 ms.
  static func silence(sampleRate: Int) -> MemoryByteSource {
    let frames = min(max(sampleRate, 8_000), 384_000) / 100
    let samples = [Float](repeating: 0, count: frames * 2)
    return MemoryByteSource(CrossfadeMix.wav(samples, sampleRate: sampleRate))
  }
}
