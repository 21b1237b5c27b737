import PlayerKitServices

/// Asks for what not every app may do, and notes what the answers show of it.
struct SpotifyCapabilityGate: Sendable {
  let capabilities: SpotifyCapabilities

  /// Asks an end point that the app may not have.
  ///
  /// - Parameter confirm: asks an end point that every app has, for the thing itself where that can
  ///   be: so that a thing that is unknown, and an app that is refused everything, are told from an
  ///   end point that was removed. What it throws is thrown, and nothing noted.
  /// - Throws: ``CatalogError/Code/unavailable`` where the app does not have it: from then on at
  ///   once, without a request.
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

  /// Asks one way, or where the app does not have that one, the other.
  ///
  /// - Throws: what the first way threw, where both are refused: then neither shows anything of the
  ///   app's class.
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

  /// Asks for a page of `limit` members, or of as many as every app may have.
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
