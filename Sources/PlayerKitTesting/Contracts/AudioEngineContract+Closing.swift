import PlayerKit

extension AudioEngineContract {
  static let closing: [Check] = [
    Check("Closing releases the current load and the next before it returns") { fixture in
      let (current, next) = fixture.load(fixture.samples.long, then: fixture.samples.short)
      _ = try await fixture.loaded(current)
      await fixture.engine.close()
      try fixture.expectReleased(current, next)
    },
    Check("An engine can be closed while a load is being opened") { fixture in
      let load = fixture.load(fixture.samples.long.source)
      await fixture.engine.close()
      try fixture.expectReleased(load)
    },
    Check("What is loaded or set as next after closing is superseded") { fixture in
      let current = fixture.load(fixture.samples.long.source)
      await fixture.engine.close()
      let later = fixture.load(fixture.samples.short.source)
      let next = fixture.setNext(fixture.samples.short.source, after: current)
      try await fixture.expectSuperseded(later, next)
    },
    Check("Closing twice is closing once, and other commands are ignored then") { fixture in
      let load = fixture.load(fixture.samples.long.source)
      await fixture.engine.close()
      await fixture.engine.close()
      fixture.engine.setPlaying(true, load: load)
      _ = fixture.seek(to: .seconds(3), in: load)
      fixture.engine.unload(load)
      fixture.engine.setOutput(OutputSettings())
      try await fixture.expectEnding(of: load, .released)
    },
  ]
}
