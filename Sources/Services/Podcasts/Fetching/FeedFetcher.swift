import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Fetches feeds and the files that they name, and reports where redirects lead.
///
/// A ``PlayerKitHTTP/NetworkTransport`` leaves redirects to the fetcher. If another transport
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
      var request = HTTPTransportRequest(to: url, fields: fields, reach: reach ?? self.reach)
      request.timeout = timeout
      request.maximumReplySize = largest
      request.refusesMedia = refusesMedia
      request.returnsRedirects = true
      let answer = try await followed(request)
      log(url, since: start, "\(answer.reply.status), \(answer.reply.body.count) bytes")
      return answer
    } catch {
      let failure = error as? CatalogError
      log(url, since: start, failure?.code.rawValue ?? "cancelled")
      guard var failure else { throw error }
      failure.service = failure.service ?? .podcasts
      throw failure
    }
  }

  private func followed(_ request: HTTPTransportRequest) async throws -> Answer {
    var request = request
    var newAddress: URL?
    var isForGood = true
    for count in 0... {
      guard let url = request.url else { throw CatalogError.unsupportedURL }
      let reply = try await send(request, to: url)
      guard let next = try RedirectRule.next(request, after: reply, count: count) else {
        if let error = CatalogError(status: reply, now: clock.date), reply.status != 304 {
          throw error
        }
        return Answer(
          reply: reply,
          url: url,
          reach: reply.reach ?? reach,
          newAddress: newAddress
        )
      }
      // A permanent redirect after a temporary one is only temporary, too.
      isForGood = isForGood && [301, 308].contains(reply.status)
      if isForGood { newAddress = next.url }
      request = next
    }
    throw CatalogError.tooManyRedirects
  }

  /// Sends a request once. A user in the address is sent as a header field.
  private func send(
    _ request: HTTPTransportRequest,
    to url: URL
  ) async throws -> HTTPTransportResponse {
    let reach = request.reach ?? self.reach
    if !(network is NetworkTransport), reach == .publicAlone, !NetworkScope.mayBePublic(url) {
      throw CatalogError.outOfReach
    }
    var call = request
    if let user = url.basicAuthorization, var parts = URLComponents(string: url.absoluteString) {
      (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
      call.url = parts.url
      call.fields[.authorization] = user
    }
    var reply = try await network.send(call)
    reply.reach = reply.reach ?? reach.ofUnknownServer(at: url)
    return reply
  }

  /// Logs only the host, because a path may be secret.
  private func log(_ url: URL, since start: Duration, _ outcome: @autoclosure () -> String) {
    guard logger.logLevel <= .debug else { return }
    let milliseconds = Int(min(max((clock.uptime - start) / .milliseconds(1), 0), 1e12).rounded())
    logger.debug("GET \(url.scheme ?? "")://\(url.host() ?? ""): \(outcome()), \(milliseconds) ms")
  }
}
