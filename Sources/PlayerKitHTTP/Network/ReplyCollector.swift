import HTTPTypes
import PlayerKitSystem

/// Assembles a reply from events, and validates it. Pure.
struct ReplyCollector: Sendable {
  private let maximumSize: Int
  private let hasBody: Bool
  private let refusesMedia: Bool
  private var reply: HTTPTransportResponse?

  init(_ request: HTTPTransportRequest) {
    maximumSize = request.maximumReplySize
    hasBody = request.method != .head
    refusesMedia = request.refusesMedia
  }

  /// - Returns: The outcome; `nil` while it is open. After the outcome, calls have no meaning.
  mutating func received(_ event: HTTPEvent) -> Result<HTTPTransportResponse, CatalogError>? {
    switch event {
    case .redirected:
      return nil
    case .head(var head):
      if refusesMedia, head.isMedia { return .failure(Self.media) }
      // The address may hold a secret.
      head.url = nil
      reply = head
      // The announced length of a compressed body is not the relevant one.
      return announcedLength.flatMap { $0 > maximumSize ? .failure(Self.tooLarge) : nil }
    case .data(let data):
      guard let size = reply?.body.count else { return nil }
      guard data.count <= maximumSize - size else { return .failure(Self.tooLarge) }
      reply?.body.append(data)
      return nil
    case .end(let failure):
      guard let reply else { return .failure(failure ?? Self.cut) }
      // Regardless of the network's error: a reply that had begun was cut off.
      if let failure {
        return .failure(failure == .untrusted ? failure : Self.cut)
      }
      if let length = announcedLength, reply.body.count < length { return .failure(Self.cut) }
      return .success(reply)
    }
  }

  private var announcedLength: Int? {
    // The body of a redirect is irrelevant. On Linux it is not even delivered.
    guard let reply, hasBody, reply.status != 204, !(300..<400).contains(reply.status),
      reply.fields[.contentEncoding] == nil
    else { return nil }
    return reply.fields[.contentLength].flatMap { Int($0) }
  }

  private static let cut = CatalogError(
    .interrupted,
    "The connection broke off during the answer. Try again."
  )
  private static let tooLarge = CatalogError(.replyTooLarge, "The answer is larger than allowed.")
  private static let media = CatalogError(
    .malformedReply,
    "This is sound or film, and no feed.",
    underlying: UnwantedMedia()
  )
}

/// The cause of an error if audio or video was refused.
private struct UnwantedMedia: Error {}

extension CatalogError {
  /// Whether the reply was audio or video, which the request refuses.
  package var isMedia: Bool { underlying is UnwantedMedia }
}

extension HTTPTransportResponse {
  /// Whether it is audio or video.
  fileprivate var isMedia: Bool {
    guard (200...299).contains(status) else { return false }
    if fields.contains(where: { $0.name.canonicalName.hasPrefix("icy-") }) { return true }
    let type = fields[.contentType]?.lowercased() ?? ""
    return ["audio/", "video/"].contains { type.hasPrefix($0) } && !type.contains("xml")
      && !type.contains("rss")
  }
}
