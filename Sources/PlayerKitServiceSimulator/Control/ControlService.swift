import Foundation

/// The endpoints with which a test controls the simulator. All use POST and answer with 204, except
/// the list of requests.
struct ControlService: Sendable {
  let state: SimulatorState

  func respond(to request: SimulatedRequest) -> SimulatedResponse {
    let path = request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path
    if path == "/requests" {
      return request.method == "GET" ? requests() : wrongMethod(allowed: "GET")
    }
    if path == "/listens" {
      return request.method == "GET" ? listens() : wrongMethod(allowed: "GET")
    }
    guard let command = Self.commands[path] else { return text(404, "no such control: \(path)") }
    guard request.method == "POST" else { return wrongMethod(allowed: "POST") }
    do {
      try command(state, Parameters(query: Query(pairs: request.query)))
      return SimulatedResponse(status: 204)
    } catch let error as BadParameter {
      return text(400, error.message)
    } catch {
      return text(500, "the command could not be done")
    }
  }

  private static let commands: [String: @Sendable (SimulatorState, Parameters) throws -> Void] = [
    "/throttle": { state, parameters in
      let service: ServiceName = try parameters.service()
      let requests = try parameters.integer("requests", in: 1...1_000_000) ?? 1
      let retryAfter = try parameters.integer("retryAfter", in: 0...1_000_000)
      state.plan { $0.throttle(service, requests: requests, retryAfter: retryAfter) }
    },
    "/fault": { state, parameters in
      let service = try parameters.service()
      let fault = Fault(
        status: try parameters.integer("status", in: 200...599),
        kind: try parameters.one("kind"),
        path: parameters.query["path"] ?? "",
        times: try parameters.integer("times", in: 1...1_000_000) ?? 1,
        every: try parameters.integer("every", in: 1...1_000_000) ?? 1
      )
      guard fault.status != nil || fault.kind != nil else {
        throw BadParameter(message: "a fault needs a status or a kind")
      }
      state.plan { $0.add(fault, to: service) }
    },
    "/advance": { state, parameters in
      guard
        let seconds = parameters.query["seconds"].flatMap(Double.init),
        (0...10_000_000_000).contains(seconds)
      else { throw BadParameter(message: "seconds must be a number, not negative") }
      state.clock.advance(by: seconds)
    },
    "/app": { state, parameters in
      guard let appClass = parameters.query["class"].flatMap(SpotifyAppClass.init) else {
        throw BadParameter(message: "class must be extended or development")
      }
      state.spotify.change { $0.appClass = appClass }
    },
    "/spotify": { state, parameters in
      let premium = try parameters.flag("premium")
      let consent = try parameters.flag("consent")
      let devices = try parameters.flag("devices")
      let lag = try parameters.integer("lagMilliseconds", in: 0...600_000)
      let autoplay = try parameters.flag("autoplay")
      let progress = try parameters.flag("progress")
      let item = try parameters.flag("item")
      let quota = try parameters.flag("quotaExceeded")
      let byTransfer = try parameters.flag("wakesByTransferAlone")
      let end: SpotifyTrackEnd? = try parameters.one("end")
      let length = try parameters.integer("trackMilliseconds", in: 100...86_400_000)
      let idle = try parameters.integer("idleSeconds", in: 0...1_000_000)
      let transfers = try parameters.integer("failingTransfers", in: 0...1_000)
      let isPrivate = try parameters.flag("private")
      let crossfade = try parameters.integer("crossfadeSeconds", in: 0...12)
      state.spotify.change { settings in
        if let isPrivate { settings.isPrivateSession = isPrivate }
        if let crossfade { settings.crossfade = .seconds(crossfade) }
        if let end { settings.end = end }
        if let autoplay { settings.autoplays = autoplay }
        if let progress { settings.tellsProgress = progress }
        if let item { settings.tellsItem = item }
        if let quota { settings.quotaIsExceeded = quota }
        if let byTransfer { settings.wakesByTransferAlone = byTransfer }
        if let length { settings.trackLength = .milliseconds(length) }
        if let idle { settings.idleAfter = .seconds(idle) }
        if let transfers { settings.failingTransfers = transfers }
        if let premium { settings.isPremium = premium }
        if let consent { settings.consents = consent }
        if let devices { settings.hasDevices = devices }
        if let lag { settings.playbackLag = .milliseconds(lag) }
      }
    },
    "/spotify/user": { state, parameters in
      state.spotify.perform(try parameters.userAction(), at: state.clock.now)
    },
    "/reset": { state, _ in state.reset() },
  ]

  // MARK: - Answers

  private func requests() -> SimulatedResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(state.requests) else {
      return text(500, "the requests could not be written down")
    }
    return SimulatedResponse("application/json", body)
  }

  private func listens() -> SimulatedResponse {
    let told = state.listens.sorted { $0.key.rawValue < $1.key.rawValue }.map { service, listens in
      let counted = listens.all.sorted { ($0.date, $0.title) < ($1.date, $1.title) }
      let value: JSON = [
        "told": .number(listens.told),
        "counted": .array(
          counted.map {
            ["artist": .string($0.artist), "title": .string($0.title), "date": .number($0.date)]
          }
        ),
        "nowPlaying": listens.nowPlaying.map {
          ["artist": .string($0.artist), "title": .string($0.title)]
        },
        "feelings": .object(
          listens.allFeelings.sorted { $0.key < $1.key }.map { ($0.key, .number($0.value)) }
        ),
      ]
      return (name: service.rawValue, value: value)
    }
    return .json(.object(told))
  }

  private func wrongMethod(allowed: String) -> SimulatedResponse {
    text(405, "use \(allowed)").adding("Allow", allowed)
  }

  private func text(_ status: Int, _ message: String) -> SimulatedResponse {
    .text(status, message + "\n")
  }

  /// The fault of a request, described for the author of the test.
  private struct BadParameter: Error {
    var message: String
  }

  private struct Parameters {
    let query: Query

    /// Returns a parameter of a type with fixed values, or `nil` if it is missing.
    func one<Value: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Value? {
      guard let text = query[name] else { return nil }
      return try Value(rawValue: text) ?? { throw unknown(name, Value.self) }()
    }

    func service() throws -> ServiceName {
      try one("service") ?? { throw unknown("service", ServiceName.self) }()
    }

    /// The action of the user in Spotify's own app.
    func userAction() throws -> SpotifyUserAction {
      let seconds = try integer("seconds", in: 0...86_400) ?? 15
      let plain: [String: SpotifyUserAction] = [
        "pause": .pause, "play": .play, "next": .next, "previous": .previous,
        "seek": .seek(.seconds(seconds)),
        "volume": .volume(try integer("percent", in: 0...100) ?? 50), "take-over": .takeOver,
        "move": .move, "vanish": .vanish, "ad": .advertisement(.seconds(seconds)),
        "freeze": .freeze,
      ]
      guard let action = query["do"].flatMap({ plain[$0] }) else {
        let known = plain.keys.sorted().joined(separator: ", ")
        throw BadParameter(message: "do must be one of \(known)")
      }
      return action
    }

    private func unknown<Value: RawRepresentable<String> & CaseIterable>(
      _ name: String,
      _ type: Value.Type
    ) -> BadParameter {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      return BadParameter(message: "\(name) must be one of \(known)")
    }

    func flag(_ name: String) throws -> Bool? {
      guard let text = query[name] else { return nil }
      guard let flag = Bool(text) else {
        throw BadParameter(message: "\(name) must be true or false")
      }
      return flag
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
      guard let text = query[name] else { return nil }
      guard let number = Int(text), range.contains(number) else {
        let (low, high) = (range.lowerBound, range.upperBound)
        throw BadParameter(message: "\(name) must be an integer from \(low) to \(high)")
      }
      return number
    }
  }
}

/// A request that a simulated service received.
package struct RequestRecord: Sendable, Codable, Hashable {
  /// The name of the service, as in `ServiceName`.
  package var service: String
  package var method: String
  /// The path as received, including the service's folder.
  package var path: String
  /// The query as received, without the question mark.
  package var query: String
  /// The headers, with lowercase names. The values of secret headers are removed.
  package var headers: [String: String]
  /// Seconds since 1970, by the simulator's clock.
  package var time: Double

  private static let secret: Set<String> = [
    "authorization", "cookie", "music-user-token", "proxy-authorization",
  ]

  init(_ request: SimulatedRequest, rawQuery: String, of service: ServiceName) {
    self.service = service.rawValue
    method = request.method
    path = "/\(service.folder)\(request.path)"
    query = rawQuery
    headers = Dictionary(
      uniqueKeysWithValues: request.headers.map { name, value in
        (name, Self.secret.contains(name) ? "(hidden)" : value)
      }
    )
    time = request.now.timeIntervalSince1970
  }
}
