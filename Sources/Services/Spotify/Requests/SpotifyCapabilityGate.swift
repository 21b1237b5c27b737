import PlayerKitServices

/// Uses features that not every app may use, and records their availability.
struct SpotifyCapabilityGate: Sendable {
  let capabilities: SpotifyCapabilities

  /// Uses an endpoint that the app may not have.
  ///
  /// - Parameter confirm: Uses an endpoint that every app has, for the same item if possible. This
  ///   distinguishes a removed endpoint from an unknown item and from an app without any access. If
  ///   it throws, the error is passed on, and nothing is recorded.
  /// - Throws: ``CatalogError/Code/unavailable`` if the app does not have the endpoint. Later calls
  ///   throw it at once, without a request.
  func ask<Value: Sendable>(
    _ capability: Spotify.Capability,
    confirm: @Sendable () async throws -> Void,
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    if capabilities[capability] == .unavailable { throw Self.unavailable(capability) }
    do {
      let value = try await work()
      capabilities.record(capability, .available)
      return value
    } catch let error as CatalogError where error.mayMeanRemoved {
      guard capabilities[capability] != .available else { throw error }
      try await confirm()
      capabilities.record(capability, .unavailable)
      throw Self.unavailable(capability, error)
    }
  }

  /// Tries the first way, and if the app does not have it, the second.
  ///
  /// - Throws: The error of the first way if both are refused. That shows nothing about the app's
  ///   class.
  func either<Value: Sendable>(
    _ capability: Spotify.Capability,
    _ first: @Sendable () async throws -> Value,
    else second: @Sendable () async throws -> Value,
    isRefusal: (CatalogError) -> Bool = \.mayMeanRemoved
  ) async throws -> Value {
    if capabilities[capability] == .unavailable { return try await second() }
    let refusal: CatalogError
    do {
      let value = try await first()
      capabilities.record(capability, .available)
      return value
    } catch let error as CatalogError where isRefusal(error) {
      guard capabilities[capability] != .available else { throw error }
      refusal = error
    }
    do {
      let value = try await second()
      capabilities.record(capability, .unavailable)
      return value
    } catch let error as CatalogError where isRefusal(error) {
      throw refusal
    }
  }

  /// Requests a page of `limit` members, or of the number that every app may have.
  func page<Value: Sendable>(
    _ capability: Spotify.Capability,
    limit: Int?,
    _ work: @Sendable (Int?) async throws -> Value
  ) async throws -> Value {
    guard let limit, limit > SpotifyLimits.smallPage else { return try await work(limit) }
    return try await either(capability) {
      try await work(limit)
    } else: {
      try await work(SpotifyLimits.smallPage)
    } isRefusal: {
      $0.httpStatus == 400
    }
  }

  private static func unavailable(
    _ capability: Spotify.Capability,
    _ cause: CatalogError? = nil
  ) -> CatalogError {
    CatalogError(
      .unavailable,
      "The service does not offer this to the app: \(capability.rawValue).",
      service: .spotify,
      httpStatus: cause?.httpStatus,
      details: cause?.details ?? [],
      underlying: cause
    )
  }
}
