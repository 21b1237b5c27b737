import Foundation
import HTTPTypes

/// Which answers are kept, for how long, and how many.
public struct CachePolicy: Sendable {
  /// How long an answer is kept that says nothing of it; zero or less: not at all.
  public var timeToLive: Duration
  /// The longest that a service's own `max-age` is taken at its word.
  public var longestTimeToLive: Duration
  /// How many bytes all that is kept may take; what was used longest ago goes first.
  public var maximumBytes: Int
  /// Whether an answer of status 200 is one: no error or throttled answer in disguise.
  public var isAnswer: @Sendable (HTTPReply) -> Bool

  /// Makes a policy; by default only bodies are kept that begin as JSON does.
  public init(
    timeToLive: Duration,
    longestTimeToLive: Duration = .seconds(24 * 3600),
    maximumBytes: Int = 16 << 20,
    isAnswer: @escaping @Sendable (HTTPReply) -> Bool = { CachePolicy.isJSON($0) }
  ) {
    self.timeToLive = timeToLive
    self.longestTimeToLive = longestTimeToLive
    self.maximumBytes = maximumBytes
    self.isAnswer = isAnswer
  }

  /// Whether the body begins as JSON does.
  public static func isJSON(_ reply: HTTPReply) -> Bool { reply.isLikelyJSON }
}

extension CachePolicy {
  /// Whether a call may be answered from what is kept, and its answer be kept.
  ///
  /// What a user's token got is that user's: it is never kept.
  static func mayKeep(_ call: HTTPCall) -> Bool {
    let fields = call.request.headerFields
    return call.request.method == .get && call.body == nil
      && !fields.contains(.musicUserToken) && !fields.contains(.cookie)
      && !CacheControl(fields).forbidsKeeping
  }

  /// How long an answer is kept; `nil`: not at all.
  func timeToLive(of reply: HTTPReply) -> Duration? {
    let fields = reply.response.headerFields
    let control = CacheControl(fields)
    guard reply.response.status.code == 200, !control.forbidsKeeping,
      !fields.contains(.setCookie), fields[.vary]?.contains("*") != true, isAnswer(reply)
    else { return nil }
    var time = timeToLive
    if let maximumAge = control.maximumAge {
      let age = fields[.age].flatMap { Int($0) } ?? 0
      time = min(.seconds(maximumAge) - .seconds(max(age, 0)), longestTimeToLive)
    }
    return time > .zero ? time : nil
  }
}

extension HTTPField.Name {
  /// The field of a user's token in the Apple Music API.
  package static let musicUserToken: Self = {
    guard let name = Self("Music-User-Token") else {
      preconditionFailure("This is the name of a field.")
    }
    return name
  }()
}

/// What `Cache-Control` says.
struct CacheControl {
  private(set) var forbidsKeeping = false
  private(set) var maximumAge: Int?

  init(_ fields: HTTPFields) {
    for directive in (fields[.cacheControl] ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      switch parts.first {
      case "no-store", "no-cache": forbidsKeeping = true
      case "max-age" where parts.count == 2:
        maximumAge = Int(parts[1].trimmingCharacters(in: ["\""]))
      default: break
      }
    }
  }
}
