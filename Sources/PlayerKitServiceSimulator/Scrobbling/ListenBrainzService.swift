import Foundation
import PlayerKitSystem

/// ListenBrainz: listens, the current track, feelings. A request with any invalid part is refused
/// completely.
final class ListenBrainzService: SimulatedService {
  /// The tokens of its two users.
  private let tokens: [String]
  private let listens: CountedListens
  private let window = Locked(RateWindow(requests: 30, seconds: 10))

  let endpoints =
    [
      "POST /1/submit-listens", "GET /1/validate-token", "POST /1/feedback/recording-feedback",
    ].map(Endpoint.init)

  init(tokens: [String], listens: CountedListens) {
    self.tokens = tokens
    self.listens = listens
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let (wait, left) = window.withLock { window in
      (window.wait(at: request.now), window.requests - window.admitted.count)
    }
    let response = wait == nil ? answerInTime(request) : failure(status: 429)
    let seconds = String(Int((wait ?? 10).rounded(.up)))
    return response.adding("X-RateLimit-Limit", "30")
      .adding("X-RateLimit-Remaining", String(wait == nil ? left : 0))
      .adding("X-RateLimit-Reset-In", seconds)
      .adding("Retry-After", wait == nil ? nil : seconds)
  }

  private func answerInTime(_ request: SimulatedRequest) -> SimulatedResponse {
    let given = request.headers["authorization"]
    let user = tokens.firstIndex { given == "Token " + $0 }
    switch request.path {
    case "/1/validate-token":
      guard let user else {
        return .json(["code": 200, "message": "Token invalid.", "valid": false])
      }
      return .json([
        "code": 200, "message": "Token valid.", "valid": true,
        "user_name": .string(user == 0 ? "example" : "second"),
      ])
    case "/1/submit-listens", "/1/feedback/recording-feedback":
      guard request.method == "POST" else { return .wrongMethod(allowed: "POST") }
      guard let user else {
        return refused(401, "Invalid authorization token.")
      }
      guard let object = request.object else { return refused(400, "Cannot parse JSON document") }
      return request.path.hasSuffix("listens")
        ? submit(object, of: user, body: request.body) : rate(object)
    default: return failure(status: 404)
    }
  }

  private func submit(_ object: [String: Any], of user: Int, body: Data) -> SimulatedResponse {
    let payload = object["payload"] as? [[String: Any]] ?? []
    let type = object["listen_type"] as? String
    guard let type, ["single", "playing_now", "import"].contains(type), !payload.isEmpty,
      type == "import" || payload.count == 1, payload.count <= 1_000
    else { return refused(400, "JSON document is of invalid type or size.") }
    var told: [CountedListen] = []
    for listen in payload {
      let track = listen["track_metadata"] as? [String: Any] ?? [:]
      let more = track["additional_info"] as? [String: Any] ?? [:]
      let date = listen["listened_at"] as? Int
      guard let artist = text(track["artist_name"]), let title = text(track["track_name"]),
        (date == nil) == (type == "playing_now"), isWell(track), isWell(more)
      else { return refused(400, "A listen is not as it should be.") }
      told.append(CountedListen(artist: artist, title: title, date: date ?? 0, user: user))
    }
    if type == "playing_now" {
      listens.nowPlaying = told.first
    } else {
      for listen in told { listens.count(listen) }
      listens.keep(body: body)
    }
    return .json(["status": "ok"])
  }

  /// Whether no text is empty or contains a NUL, and all ids are valid.
  private func isWell(_ fields: [String: Any]) -> Bool {
    fields.allSatisfy { name, value in
      let texts = value as? [String] ?? (value as? String).map { [$0] } ?? []
      return texts.allSatisfy { text in
        !text.isEmpty && !text.contains("\0")
          && (!name.contains("_mbid") || UUID(uuidString: text) != nil)
      }
    }
  }

  private func text(_ value: Any?) -> String? {
    (value as? String).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func rate(_ object: [String: Any]) -> SimulatedResponse {
    guard let id = text(object["recording_mbid"]), UUID(uuidString: id) != nil,
      let score = object["score"] as? Int, (-1...1).contains(score)
    else { return refused(400, "The feedback is not as it should be.") }
    listens.setFeeling(score, of: id)
    return .json(["status": "ok"])
  }

  private func refused(_ status: Int, _ text: String) -> SimulatedResponse {
    .json(status: status, ["code": .number(status), "error": .string(text)])
  }

  func failure(status: Int) -> SimulatedResponse {
    refused(status, SimulatedResponse.phrase(of: status))
  }
}
