import Foundation
import PlayerKit
import PlayerKitMPV

extension EngineBenchmark {
  /// Measures the processor time of this process while a track plays, with and without readers of
  /// levels and spectra, in turns.
  func measureLevels() async throws {
    let music = try Music(in: folder)
    var stage = try EngineStage()
    let load = stage.load(MediaSource(.file(path: music.path(0))))
    stage.engine.load(load)
    try await stage.waitForLoaded(load.id)
    let engine = stage.engine
    let wanted: [(name: String, read: () -> Task<Int, Never>?)] = [
      ("no reader", { nil }),
      ("levels, 60 a second", { Self.count(engine.levels()) }),
      ("levels, 10 a second", { Self.count(engine.levels(every: .milliseconds(100))) }),
      ("30 bands, 60 a second", { Self.count(engine.spectrum()) }),
      ("10 bands, 60 a second", { Self.count(engine.spectrum(bands: 10, every: .zero)) }),
      ("levels and 30 bands", { Self.count(engine.levels(), engine.spectrum()) }),
      ("no reader any more", { nil }),
    ]
    var figures = wanted.map { _ in (time: [Double](), sleeps: [Double](), values: 0) }
    let seconds = 4.0
    let turns = max(rounds / 2, 1)
    for _ in 0..<turns {
      for (index, reader) in wanted.enumerated() {
        let task = reader.read()
        // Exclude the time in which the filters are created and settle.
        try await Task.sleep(for: .seconds(1))
        let (time, sleeps) = (ProcessFigures.own.processorTime, ProcessFigures.own.sleeps)
        try await Task.sleep(for: .seconds(seconds))
        figures[index].time.append((ProcessFigures.own.processorTime - time) / seconds)
        figures[index].sleeps.append((ProcessFigures.own.sleeps - sleeps) / seconds)
        task?.cancel()
        figures[index].values += await task?.value ?? 0
        try await Task.sleep(for: .milliseconds(500))
        let id = SeekMaker.next()
        engine.seek(to: .seconds(10), id: id, load: load.id)
      }
    }
    let table = Table(
      "A track into silence in real time: processor time a second, sleeps a second, values a second",
      ["", "ms", "ratio", "sleeps", "values"]
    )
    let base = Samples(figures[0].time).median
    for (index, reader) in wanted.enumerated() {
      let time = Samples(figures[index].time).median
      let perSecond = Double(figures[index].values) / (Double(turns) * (seconds + 1))
      table.row([
        reader.name, time.rounded(to: 2), (time / base).rounded(to: 2),
        Samples(figures[index].sleeps).median.rounded(to: 0), perSecond.rounded(to: 1),
      ])
    }
    let after = Samples(figures[wanted.count - 1].time).median / base
    verdict.check(
      "no reader any more ÷ no reader yet",
      after,
      bound: 1.05,
      unit: "",
      margin: 1.2
    )
    await engine.close()
  }

  private static func count<each Value: Sendable>(_ streams: repeat AsyncStream<each Value>)
    -> Task<Int, Never>
  {
    Task {
      await withTaskGroup(of: Int.self) { group in
        for stream in repeat each streams {
          group.addTask {
            var count = 0
            for await _ in stream { count += 1 }
            return count
          }
        }
        return await group.reduce(0, +)
      }
    }
  }
}

private enum SeekMaker {
  static func next() -> SeekID {
    var issuer = LoadIDIssuer.unique()
    return issuer.nextSeek()
  }
}
