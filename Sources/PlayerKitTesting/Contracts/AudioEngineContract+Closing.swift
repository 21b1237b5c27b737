import PlayerKit

extension AudioEngineContract {
  static let closing: [Check] = [
    Check("Closing releases the current load and the next before it returns") { bench in
      let (current, next) = bench.load(bench.samples.long, then: bench.samples.short)
      _ = try await bench.loaded(current)
      await bench.engine.close()
      try bench.expectReleased(current, next)
    },
    Check("An engine can be closed while a load is being opened") { bench in
      let load = bench.load(bench.samples.long.source)
      await bench.engine.close()
      try bench.expectReleased(load)
    },
    Check("What is loaded or set as next after closing is superseded") { bench in
      let current = bench.load(bench.samples.long.source)
      await bench.engine.close()
      let later = bench.load(bench.samples.short.source)
      let next = bench.setNext(bench.samples.short.source, after: current)
      try await bench.expectSuperseded(later, next)
    },
    Check("Closing twice is closing once, and other commands are ignored then") { bench in
      let load = bench.load(bench.samples.long.source)
      await bench.engine.close()
      await bench.engine.close()
      bench.engine.setPlaying(true, load: load)
      _ = bench.seek(to: .seconds(3), in: load)
      bench.engine.unload(load)
      bench.engine.setOutput(OutputSettings())
      try await bench.expectEnding(of: load, .released)
    },
  ]
}
