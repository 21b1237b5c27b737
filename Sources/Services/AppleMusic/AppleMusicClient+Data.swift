import Foundation
import HTTPTypes
import MusicCatalog

extension AppleMusicClient {
  /// The answer to any request, where it states a success; its body may be empty.
  public func reply(to request: AppleMusic.DataRequest) async throws -> HTTPReply {
    try await requester.reply(to: request)
  }

  /// The answer to any request, decoded. The resources of this library page by themselves in it as
  /// in any other answer.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` also where the body is empty: see
  ///   ``valueIfAny(of:as:)``.
  public func value<Value: Decodable & Sendable>(
    of request: AppleMusic.DataRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// The answer to any request, decoded; `nil` where it has no body.
  public func valueIfAny<Value: Decodable & Sendable>(
    of request: AppleMusic.DataRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value? {
    let reply = try await reply(to: request)
    return reply.body.isEmpty ? nil : try requester.decode(type, from: reply, to: request)
  }

  /// Asks whether the service accepts the developer token.
  ///
  /// - Throws: ``CatalogError/Code/unauthorized`` where it does not.
  public func checkDeveloperToken() async throws {
    _ = try await requester.reply(to: "/v1/test", sendsUserToken: false)
  }
}
