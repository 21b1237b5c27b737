#if SQLite
  import Foundation
  import PlayerKitServices
  import PlayerKit
  import PlayerKitLastFM
  import PlayerKitListenBrainz
  import PlayerKitScrobbling
  import PlayerKitTesting

  /// Plays songs of a minute endlessly, and reports each when it is in the outbox.
  struct OutboxListener {
    let folder: String
    let places: String

    func listen(seed: String) async throws {
      let age = Date().timeIntervalSince(ManualClock.dateOfOrigin)
      let start = MonotonicInstant(sinceOrigin: .seconds(Int(age) - 86_400))
      let clock = ManualClock(start: start)
      let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
      let scrobblers = try scrobblers(of: Self.user(ofRound: seed)) { service, event in
        if case .kept(let listen) = event { say("kept \(service) \(listen.title)") }
      }
      let recorders = scrobblers.map { scrobbler in
        ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
      }
      say("ready")
      for number in 0... {
        try queue.set([Song(id: "song-\(seed)-\(number)")])
        queue.play()
        clock.advance(by: .seconds(62))
        await queue.events.delivered()
        // The services have limits. Without a pause, too much would be left to report in the end.
        try await Task.sleep(for: .milliseconds(20))
      }
      withExtendedLifetime(recorders) {}
    }

    /// The users take turns.
    private static func user(ofRound round: some StringProtocol) -> Int { (Int(round) ?? 0) % 2 }

    /// The user who listened to a song.
    static func user(of title: String) -> Int {
      let parts = title.split(separator: "-")
      return parts.count == 3 ? user(ofRound: parts[1]) : -1
    }

    /// A listen that does not advance for longer counts as lost.
    private static let timeout = Duration.seconds(240)

    /// Reports the rest of the outbox, and ends when it is empty, or after the timeout.
    func rest() async throws {
      let outbox = try SQLiteScrobbleOutbox(path: folder + "/outbox.sqlite")
      let scrobblers = try (0..<2).flatMap { user in
        try self.scrobblers(of: user, outbox) { service, event in
          if case .refused(let listen, let reason) = event {
            say("refused \(service) \(listen.title) \(reason)")
          }
        }
      }
      let names = Set(scrobblers.map(\.name))
      let deadline = ContinuousClock.now + Self.timeout
      while try names.contains(where: { try outbox.count(for: $0) > 0 }) {
        guard ContinuousClock.now < deadline else {
          for name in names { say("stuck \(name) \(try outbox.count(for: name))") }
          break
        }
        try await Task.sleep(for: .milliseconds(100))
      }
      withExtendedLifetime(scrobblers) {}
    }

    private func scrobblers(
      of user: Int,
      _ outbox: SQLiteScrobbleOutbox? = nil,
      _ onEvent: @escaping @Sendable (String, ScrobbleEvent) -> Void
    ) throws -> [Scrobbler] {
      let places = try JSONDecoder().decode(ServicePlaces.self, from: Data(self.places.utf8))
      let outbox = try outbox ?? SQLiteScrobbleOutbox(path: folder + "/outbox.sqlite")
      let lastFM = LastFMClient(
        key: places.key,
        secret: places.secret,
        session: LastFMSession(name: "user-\(user)", key: places.sessions[user]),
        configuration: ClientConfiguration(baseURL: places.lastFM)
      )
      let listenBrainz = ListenBrainzClient(
        token: places.tokens[user],
        configuration: ClientConfiguration(baseURL: places.listenBrainz)
      )
      let services: [any ScrobbleService] = [
        LastFMService(client: lastFM),
        ListenBrainzService(client: listenBrainz, account: "user-\(user)"),
      ]
      return services.map { service in
        Scrobbler(service, outbox: outbox, clock: QuickClock()) {
          onEvent(type(of: service).name, $0)
        }
      }
    }
  }

  private struct Song: Track {
    let id: String
    var playerTypes: [PlayerType] { [.url] }
    var metadata: TrackMetadata { TrackMetadata(title: id, artist: "The Example Band") }
  }

  /// A clock whose pauses are a fiftieth as long.
  private struct QuickClock: PlaybackClock {
    private let clock = SystemPlaybackClock()
    var now: MonotonicInstant { clock.now }

    func schedule(
      at deadline: MonotonicInstant,
      _ body: @escaping @Sendable () -> Void
    ) -> ClockTimer {
      clock.schedule(at: now + (deadline - now) / 50, body)
    }
  }
#endif
