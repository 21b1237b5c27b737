#if SQLite
  import Foundation
  import ServiceSimulator
  import TestSupport

  /// Lets a victim listen for a while, kills it, and compares what it kept with what the services counted.
  struct Killer {
    let folder: String
    let rounds: Int

    func run() async throws -> Bool {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
      )
      let simulator = try await ServiceSimulator.start()
      for service in [ServiceName.lastFM, .listenBrainz] {
        // Of each third answer nothing arrives, though what was told counts; some others are refusals.
        simulator.add(Fault(kind: .cut, times: .max, every: 3), to: service)
        simulator.add(Fault(status: 503, times: .max, every: 7), to: service)
      }
      let places = Places(
        lastFM: simulator.lastFM,
        key: simulator.lastFMKey,
        secret: simulator.lastFMSecret,
        session: simulator.lastFMSessionKey,
        listenBrainz: simulator.listenBrainz,
        token: simulator.listenBrainzToken
      )
      let argument = String(decoding: try JSONEncoder().encode(places), as: UTF8.self)
      var kept: [String: Set<String>] = ["lastfm": [], "listenbrainz": []]
      var troubles: [String] = []
      for round in 0..<rounds {
        let lines = try listen(round, argument, killedAfter: 30 + round * 137 % 700)
        for line in lines {
          let words = line.split(separator: " ").map(String.init)
          switch words.first {
          case "ready": break
          case "kept" where words.count == 3: kept[words[1]]?.insert(words[2])
          default: troubles.append("round \(round): \(line)")
          }
        }
      }
      let rest = try VictimProcess(["rest", folder, "0", argument])
      while case let bytes = rest.listen(), !bytes.isEmpty {
        troubles.append(String(decoding: bytes, as: UTF8.self))
      }
      let isClean = judge(simulator, kept, troubles)
      await simulator.stop()
      return isClean
    }

    private func listen(_ round: Int, _ places: String, killedAfter delay: Int) throws -> [String] {
      let process = try VictimProcess(["listen", folder, "\(round)", places])
      var text = Data()
      var due: ContinuousClock.Instant?
      while case let bytes = process.listen(), !bytes.isEmpty {
        text += bytes
        let deadline = due ?? .now + .milliseconds(delay)
        due = deadline
        if .now >= deadline { process.kill() }
      }
      // What was not written to its end is no line.
      return String(decoding: text, as: UTF8.self).split(
        separator: "\n",
        omittingEmptySubsequences: false
      )
      .dropLast().map(String.init)
    }

    private func judge(
      _ simulator: ServiceSimulator,
      _ kept: [String: Set<String>],
      _ troubles: [String]
    ) -> Bool {
      var isClean = troubles.isEmpty && rounds > 0
      for trouble in troubles.prefix(5) { say(trouble) }
      for (service, name) in [(ServiceName.lastFM, "lastfm"), (.listenBrainz, "listenbrainz")] {
        let counted = simulator.countedListens(of: service)
        let titles = Set(counted.map(\.title))
        let kept = kept[name] ?? []
        let lost = kept.subtracting(titles).count
        let twice = counted.count - titles.count
        say(
          """
          \(name): killed \(rounds) times, kept \(kept.count), counted \(counted.count), told \
          \(simulator.toldListens(of: service)); lost \(lost), counted twice \(twice)
          """
        )
        isClean = isClean && lost == 0 && twice == 0 && !kept.isEmpty
      }
      return isClean
    }
  }
#endif
