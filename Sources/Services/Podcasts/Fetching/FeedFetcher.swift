import PlayerKit
import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import HTTPTypes
import Logging
import PlayerKitServices

/// Fetches feeds and the files that they name, and reports where redirects lead.
///
/// A ``PlayerKitServices/NetworkTransport`` leaves redirects to the fetcher. If another transport
/// follows them itself, the final address is unknown, and the requested address is used instead.
struct FeedFetcher: Sendable {
  /// The result of a request.
  struct Answer {
    var reply: HTTPTransportResponse
    /// The final address after redirects, for resolving relative addresses.
    var url: URL
    /// The hosts that the content may refer to.
    var reach: NetworkScope
    /// The address for future requests, if servers redirected permanently.
    var newAddress: URL?
  }

  /// Thrown if a feed's address delivers audio or video, which may be endless.
  struct IsMedia: Error {}

  private static let maximumRedirects = 10

  let network: any HTTPTransport
  let reach: NetworkScope
  var timeout = Duration.seconds(60)
  var clock: any PlaybackClock = SystemPlaybackClock()
  var logger = Logger(label: "PlayerKitServices")

  /// Requests an address and follows redirects.
  ///
  /// - Parameters:
  ///   - reach: The hosts that may be reached; `nil` for the reach of a user's address.
  ///   - refusesMedia: Whether to refuse audio and video at the first byte.
  func answer(
    from url: URL,
    fields: HTTPFields = [:],
    reach: NetworkScope? = nil,
    largest: Int,
    refusesMedia: Bool = false
  ) async throws -> Answer {
    let start = clock.uptime
    do {
      let answer = try await followed(
        HTTPFetchRequest(url, fields: fields, reach: reach ?? self.reach, acceptsCompression: true),
        largest: largest,
        refusesMedia: refusesMedia
      )
      log(
        url,
        since: start,
        "\(answer.reply.response.status.code), \(answer.reply.body.count) bytes"
      )
      return answer
    } catch {
      let failure = (error as? HTTPError).map { CatalogError($0) } ?? error as? CatalogError
      log(url, since: start, failure?.code.rawValue ?? "cancelled")
      guard var failure else { throw error }
      failure.service = failure.service ?? .podcasts
      throw failure
    }
  }

  private func followed(
    _ request: HTTPFetchRequest,
    largest: Int,
    refusesMedia: Bool
  ) async throws -> Answer {
    var request = request
    request.maximumRedirects = Self.maximumRedirects
    var newAddress: URL?
    var isForGood = true
    for count in 0... {
      request.returnsRedirects = true
      let answer = try await send(request, largest, refusesMedia)
      let head = HTTPResponseHead(
        status: answer.reply.response.status.code,
        fields: answer.reply.response.headerFields,
        url: answer.url,
        reach: answer.reach
      )
      request.returnsRedirects = false
      guard let next = try RedirectRule.next(request, after: head, count: count) else {
        if let error = CatalogError(status: answer.reply, now: clock.date), head.status != 304 {
          throw error
        }
        return Answer(
          reply: answer.reply,
          url: request.url,
          reach: answer.reach,
          newAddress: newAddress
        )
      }
      // A permanent redirect after a temporary one is only temporary, too.
      isForGood = isForGood && [301, 308].contains(head.status)
      if isForGood { newAddress = next.url }
      request = next
    }
    throw HTTPError.tooManyRedirects
  }

  private func send(
    _ request: HTTPFetchRequest,
    _ largest: Int,
    _ refusesMedia: Bool
  ) async throws -> NetworkAnswer {
    if let network = network as? any RedirectReportingTransport {
      return try await network.answer(to: request, timeout: timeout, maximumReplySize: largest) {
        refusesMedia && Self.isMedia($0) ? Self.media : nil
      }
    }
    guard request.reach != .publicAlone || NetworkScope.mayBePublic(request.url) else {
      throw HTTPError.outOfReach
    }
    var call = try HTTPTransportRequest(request.url, fields: request.fields)
    call.timeout = timeout
    call.maximumReplySize = largest
    let reply = try await network.send(call)
    return NetworkAnswer(
      reply: reply,
      url: request.url,
      reach: request.reach.ofUnknownServer(at: request.url)
    )
  }

  private static func isMedia(_ head: HTTPResponseHead) -> Bool {
    guard (200...299).contains(head.status) else { return false }
    if head.fields.contains(where: { $0.name.canonicalName.hasPrefix("icy-") }) { return true }
    let type = head.fields[.contentType]?.lowercased() ?? ""
    return ["audio/", "video/"].contains { type.hasPrefix($0) } && !type.contains("xml")
      && !type.contains("rss")
  }

  private static var media: CatalogError {
    CatalogError(
      .malformedReply,
      "This is sound or film, and no feed.",
      service: .podcasts,
      underlying: IsMedia()
    )
  }

  /// Logs only the host, because a path may be secret.
  private func log(_ url: URL, since start: Duration, _ outcome: @autoclosure () -> String) {
    guard logger.logLevel <= .debug else { return }
    let milliseconds = Int(min(max((clock.uptime - start) / .milliseconds(1), 0), 1e12).rounded())
    logger.debug("GET \(url.scheme ?? "")://\(url.host() ?? ""): \(outcome()), \(milliseconds) ms")
  }
}

extension CatalogError {
  /// Whether a feed's address delivered audio or video.
  var isMedia: Bool { underlying is FeedFetcher.IsMedia }
}
