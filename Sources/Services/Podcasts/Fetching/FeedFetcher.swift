import Foundation
import HTTPFetching
import HTTPTypes
import MusicCatalog

/// Fetches feeds and what they name, and tells where servers lead.
struct FeedFetcher: Sendable {
  /// What came.
  struct Answer {
    var reply: HTTPReply
    var url: URL
    /// What it may lead to.
    var reach: AddressReach
    /// Where to ask from now on, where servers said so for good.
    var newAddress: URL?
  }

  private static let mostRedirects = 10

  let network: NetworkTransport
  let reach: AddressReach
  var timeout = Duration.seconds(60)

  /// Asks for an address, and follows where servers lead.
  ///
  /// - Parameter reach: `nil`: that of an address that the user named.
  func answer(
    from url: URL,
    fields: HTTPFields = [:],
    reach: AddressReach? = nil,
    largest: Int
  ) async throws -> Answer {
    do {
      return try await followed(
        HTTPFetch(url, fields: fields, reach: reach ?? self.reach, acceptsCompression: true),
        largest: largest
      )
    } catch let failure as FetchFailure {
      throw named(CatalogError(failure))
    } catch let error as CatalogError {
      throw named(error)
    }
  }

  private func followed(_ request: HTTPFetch, largest: Int) async throws -> Answer {
    var request = request
    request.mostRedirects = Self.mostRedirects
    var newAddress: URL?
    var isForGood = true
    for count in 0... {
      request.leavesRedirects = true
      let answer = try await network.answer(
        to: request,
        timeout: timeout,
        maximumReplySize: largest
      )
      let head = HTTPAnswer(
        status: answer.reply.response.status.code,
        fields: answer.reply.response.headerFields,
        url: answer.url,
        reach: answer.reach
      )
      request.leavesRedirects = false
      guard let next = try RedirectRule.next(request, after: head, count: count) else {
        if let error = CatalogError(status: answer.reply, now: Date()), head.status != 304 {
          throw error
        }
        return Answer(
          reply: answer.reply,
          url: request.url,
          reach: answer.reach,
          newAddress: newAddress
        )
      }
      isForGood = isForGood && [301, 308].contains(head.status)
      if isForGood { newAddress = next.url }
      request = next
    }
    throw FetchFailure.tooManyRedirects
  }

  private func named(_ error: CatalogError) -> CatalogError {
    var error = error
    error.service = error.service ?? .podcasts
    return error
  }
}
