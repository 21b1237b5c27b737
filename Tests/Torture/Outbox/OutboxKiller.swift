#if SQLite
  import Foundation
  import PlayerKitServiceSimulator

  /// The addresses and credentials of the services, as an argument of a process.
  struct ServicePlaces: Codable {
    var lastFM: URL
    var key: String
    var secret: String
    /// The session keys of two users.
    var sessions: [String]
    var listenBrainz: URL
    /// The tokens of the same users.
    var tokens: [String]
  }

  /// Lets a victim listen for a while, kills it, and compares its outbox with the services' counts.
  /// Two users take turns, with one outbox.
  struct OutboxKiller {
    let folder: String
    let rounds: Int

    func run() async throws -> Bool {
      try FileManager.default.createDirectory(
        atPath: folder,
        withIntermediateDirectories: true
      )
      let simulator = try await ServiceSimulator.start()
      for service in [ServiceName.lastFM, .listenBrainz] {
        // Every third answer is cut, though its listens count. Some others are refusals.
        simulator.add(Fault(kind: .cut, times: .max, every: 3), to: service)
        simulator.add(Fault(status: 503, times: .max, every: 7), to: service)
      }
      let places = ServicePlaces(
        lastFM: simulator.lastFM,
        key: simulator.lastFMKey,
        secret: simulator.lastFMSecret,
        sessions: simulator.lastFMSessionKeys,
        listenBrainz: simulator.listenBrainz,
        tokens: simulator.listenBrainzTokens
      )
      let argument = String(decoding: try JSONEncoder().encode(places), as: UTF8.self)
      var kept: [String: Set<String>] = ["lastfm": [], "listenbrainz": []]
      var problems: [String] = []
      for round in 0..<rounds {
        let victim = try Victim(["outbox", "listen", folder, "\(round)", argument])
        victim.waitForLines(1 + round * 37 % 60)
        usleep(useconds_t(round * 7_919 % 20_000))
        if !victim.kill() { problems.append("round \(round): the victim ended by itself") }
        for line in victim.lines() {
          let words = line.split(separator: " ").map(String.init)
          switch words.first {
          case "ready": break
          case "kept" where words.count == 3: kept[words[1]]?.insert(words[2])
          default: problems.append("round \(round): \(line)")
          }
        }
      }
      // The rest of the outbox, reported by a process that ends by itself.
      problems += try Victim(["outbox", "rest", folder, argument]).lines().map(String.init)
      let isClean = judge(simulator, kept, problems)
      await simulator.stop()
      return isClean
    }

    private func judge(
      _ simulator: ServiceSimulator,
      _ kept: [String: Set<String>],
      _ problems: [String]
    ) -> Bool {
      var isClean = problems.isEmpty && rounds > 0
      for problem in problems.prefix(5) { say(problem) }
      for (service, name) in [(ServiceName.lastFM, "lastfm"), (.listenBrainz, "listenbrainz")] {
        let counted = simulator.countedListens(of: service)
        let titles = Set(counted.map(\.title))
        let kept = kept[name] ?? []
        let lost = kept.subtracting(titles).count
        let twice = counted.count - titles.count
        let misled = counted.count { OutboxListener.user(of: $0.title) != $0.user }
        let users = Set(counted.map(\.user)).count
        say(
          """
          \(name): killed \(rounds) times, kept \(kept.count), counted \(counted.count), told \
          \(simulator.toldListens(of: service)), users \(users); lost \(lost), \
          counted twice \(twice), told to the wrong user \(misled)
          """
        )
        isClean = isClean && lost == 0 && twice == 0 && misled == 0 && !kept.isEmpty
        isClean = isClean && users == min(rounds, 2)
      }
      return isClean
    }
  }
#endif
