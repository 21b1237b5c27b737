import Foundation

/// The end points by which a test steers the simulator: all by POST and answered by 204, but for the
/// list of requests.
struct ControlService: Sendable {
  let state: SimulatorState

  /// What was wrong with a request, in words for who wrote the test.
  private struct BadParameter: Error {
    var message: String
  }

  func respond(to request: SimulatedRequest) -> SimulatedResponse {
    let path = request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path
    if path == "/requests" {
      return request.method == "GET" ? requests() : wrongMethod(allowed: "GET")
    }
    guard let command = command(at: path) else { return text(404, "no such control: \(path)") }
    guard request.method == "POST" else { return wrongMethod(allowed: "POST") }
    do {
      try command(Parameters(request.query))
      return SimulatedResponse(status: 204)
    } catch {
      return text(400, error.message)
    }
  }

  private func command(at path: String) -> ((Parameters) throws(BadParameter) -> Void)? {
    switch path {
    case "/throttle": throttle
    case "/fault": fault
    case "/advance": advance
    case "/app": app
    case "/spotify": spotify
    case "/reset": reset
    default: nil
    }
  }

  // MARK: - Commands

  private func throttle(_ parameters: Parameters) throws(BadParameter) {
    let service = try parameters.service()
    let requests = try parameters.integer("requests", in: 1...1_000_000) ?? 1
    let retryAfter = try parameters.integer("retryAfter", in: 0...1_000_000)
    state.throttle(service, requests: requests, retryAfter: retryAfter)
  }

  private func fault(_ parameters: Parameters) throws(BadParameter) {
    let service = try parameters.service()
    let fault = Fault(
      status: try parameters.integer("status", in: 200...599),
      kind: try parameters.kind(),
      path: parameters["path"] ?? "",
      times: try parameters.integer("times", in: 1...1_000_000) ?? 1
    )
    guard fault.status != nil || fault.kind != nil else {
      throw BadParameter(message: "a fault needs a status or a kind")
    }
    state.add(fault, to: service)
  }

  private func advance(_ parameters: Parameters) throws(BadParameter) {
    guard
      let seconds = parameters["seconds"].flatMap(Double.init),
      (0...10_000_000_000).contains(seconds)
    else {
      throw BadParameter(message: "seconds must be a number, not negative")
    }
    state.advance(by: seconds)
  }

  private func app(_ parameters: Parameters) throws(BadParameter) {
    guard let appClass = parameters["class"].flatMap(SpotifyAppClass.init) else {
      throw BadParameter(message: "class must be extended or development")
    }
    state.spotify.change { $0.appClass = appClass }
  }

  /// The other switches of the simulated Spotify.
  private func spotify(_ parameters: Parameters) throws(BadParameter) {
    let premium = try parameters.flag("premium")
    let consent = try parameters.flag("consent")
    let devices = try parameters.flag("devices")
    let lag = try parameters.integer("lagMilliseconds", in: 0...600_000)
    state.spotify.change { settings in
      if let premium { settings.isPremium = premium }
      if let consent { settings.consents = consent }
      if let devices { settings.hasDevices = devices }
      if let lag { settings.playbackLag = .milliseconds(lag) }
    }
  }

  private func reset(_: Parameters) throws(BadParameter) {
    state.reset()
  }

  // MARK: - Answers

  private func requests() -> SimulatedResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let body = try? encoder.encode(state.requests) else {
      return text(500, "the requests could not be written down")
    }
    return SimulatedResponse(
      status: 200,
      headers: [("Content-Type", "application/json")],
      body: body
    )
  }

  private func wrongMethod(allowed: String) -> SimulatedResponse {
    var response = text(405, "use \(allowed)")
    response.headers.append(("Allow", allowed))
    return response
  }

  private func text(_ status: Int, _ message: String) -> SimulatedResponse {
    SimulatedResponse(
      status: status,
      headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Data((message + "\n").utf8)
    )
  }

  // MARK: - Parameters

  private struct Parameters {
    private let values: [String: String]

    init(_ query: [(name: String, value: String)]) {
      values = Dictionary(query.map { ($0.name, $0.value) }) { first, _ in first }
    }

    subscript(name: String) -> String? { values[name] }

    func service() throws(BadParameter) -> ServiceName {
      guard let service = values["service"].flatMap(ServiceName.init) else {
        let known = ServiceName.allCases.map(\.rawValue).joined(separator: ", ")
        throw BadParameter(message: "service must be one of \(known)")
      }
      return service
    }

    func flag(_ name: String) throws(BadParameter) -> Bool? {
      guard let text = values[name] else { return nil }
      guard let flag = Bool(text) else {
        throw BadParameter(message: "\(name) must be true or false")
      }
      return flag
    }

    func kind() throws(BadParameter) -> Fault.Kind? {
      guard let text = values["kind"] else { return nil }
      guard let kind = Fault.Kind(rawValue: text) else {
        let known = Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw BadParameter(message: "kind must be one of \(known)")
      }
      return kind
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(BadParameter) -> Int? {
      guard let text = values[name] else { return nil }
      guard let number = Int(text), range.contains(number) else {
        let (low, high) = (range.lowerBound, range.upperBound)
        throw BadParameter(message: "\(name) must be an integer from \(low) to \(high)")
      }
      return number
    }
  }
}
