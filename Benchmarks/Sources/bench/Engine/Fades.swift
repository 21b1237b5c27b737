import Foundation
import PlayerKit
import PlayerKitMPV

extension EngineBenchmark {
  /// Measures the clicks of pauses, resumes, and seeks at a PulseAudio null sink, with and without
  /// fades.
  func measureFades() async throws {
    // The sink rewinds, as sound cards do. A sink without rewinding keeps the volume of samples
    // that it has already rendered.
    guard let sink = try PulseSink(in: folder, listens: false) else {
      return Console.write("PulseAudio is not installed: left out")
    }
    defer { sink.end() }
    try sink.playSilence(latency: 100)
    let table = Table(
      "Clicks of pauses and seeks; the greatest step of the tone itself: "
        + Steps(Self.tone).greatest.rounded(to: 3),
      ["fade", "median", "max"]
    )
    var medians: [Double] = []
    for (name, fade) in [("off", Duration.zero), ("20 ms", .milliseconds(20))] {
      let clicks = Samples(try await clicks(fade: fade))
      table.row([name, clicks.median.rounded(to: 3), clicks.max.rounded(to: 3)])
      medians.append(clicks.median)
    }
    verdict.check("clicks, 20 ms ÷ off", medians[1] / medians[0], bound: 1 / 3, unit: "", margin: 1)
    // The control: it clicks without a fade.
    verdict.check("0.05 ÷ clicks, off", 0.05 / medians[0], bound: 1, unit: "", margin: 1)
  }

  /// A tone of 100 Hz, interleaved.
  private static let tone: [Int16] = (0..<12 * Music.rate).flatMap { frame in
    let sample = Int16(sin(2 * .pi * 100 * Double(frame) / Double(Music.rate)) * 12_000)
    return [sample, sample]
  }

  /// Returns the greatest steps, one for each cut.
  private func clicks(fade: Duration) async throws -> [Double] {
    let sink = PulseSink.name
    var wav = Music.header(frames: Self.tone.count / 2)
    for sample in Self.tone { wav.append(little: sample) }
    let path = try write(wav, "tone.wav")
    guard let parec = Tool.path(of: "parec") else { throw POSIXError(.ENOENT) }
    let recorder = try Tool(
      parec,
      ["--device=\(sink).monitor"] + PulseSink.format(latency: 20),
      readsOutput: true
    )
    let recording = Recording(recorder.reading)
    try await recording.wait(forMore: .milliseconds(50))
    var stage = try EngineStage(.init(output: .device("pulse/\(sink)"), fade: fade))
    let load = stage.load(MediaSource(.file(path: path)))
    stage.engine.load(load)
    try await stage.waitForLoaded(load.id)
    try await recording.wait(forMore: .milliseconds(600))
    var cuts = 0
    for round in 0..<rounds {
      // Each cut happens at another phase of the tone.
      let time = Duration.milliseconds(220) + .microseconds(1_700 * round)
      if round % 3 == 2 {
        try await stage.seek(to: .milliseconds(2_003 * (round % 4)), in: load.id)
        cuts += 1
      } else {
        stage.engine.setPlaying(false, load: load.id)
        try await Task.sleep(for: time)
        stage.engine.setPlaying(true, load: load.id)
        cuts += 2
      }
      try await Task.sleep(for: time)
    }
    stage.engine.unload(load.id)
    try await recording.wait(forMore: .milliseconds(300))
    await stage.engine.close()
    recorder.end()
    return Steps(recording.samples).greatest(cuts)
  }
}

/// The steps from one sample to the next in one channel. 1 is full scale.
private struct Steps {
  private let sizes: [Double]

  /// - Parameter samples: interleaved stereo.
  init(_ samples: [Int16]) {
    sizes = (1..<max(samples.count / 2, 1)).map { frame in
      abs(Double(samples[frame * 2]) - Double(samples[frame * 2 - 2])) / 32_768
    }
  }

  var greatest: Double { sizes.max() ?? 0 }

  /// The greatest steps, each at least 0.1 s from a greater one.
  func greatest(_ count: Int) -> [Double] {
    var found: [Int] = []
    let loud = sizes.indices.filter { sizes[$0] > 0.005 }.sorted { sizes[$0] > sizes[$1] }
    for frame in loud where found.count < count {
      if found.allSatisfy({ abs($0 - frame) > Music.rate / 10 }) { found.append(frame) }
    }
    return found.map { sizes[$0] }
  }
}

/// The output of a recorder of 16-bit stereo.
///
/// `@unchecked Sendable`: all access to `bytes` is with `lock` locked.
private final class Recording: @unchecked Sendable {
  private let lock = NSLock()
  private var bytes = Data()

  init(_ descriptor: Int32) {
    Thread { [self] in
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
        lock.withLock { bytes.append(contentsOf: buffer[..<count]) }
      }
    }.start()
  }

  private var count: Int { lock.withLock { bytes.count } }

  var samples: [Int16] {
    let bytes = lock.withLock { self.bytes }
    return bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / 2).map {
        Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
      }
    }
  }

  /// Waits until another stretch of sound was recorded. Everything audible before is recorded then,
  /// too.
  func wait(forMore time: Duration) async throws {
    let wanted = count + Int(time / .seconds(1) * Double(Music.rate)) * 4
    let limit = ContinuousClock.now + .seconds(5) + time
    while count < wanted {
      guard ContinuousClock.now < limit else { throw POSIXError(.ETIMEDOUT) }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
