extension Spotify.Track {
  /// The identity that was asked for, where another track was answered in its place; else its own.
  /// What is kept of a track should be this one.
  public var askedID: String? { linkedFrom?.id ?? id }

  /// Whether the track plays, as far as this answer tells.
  ///
  /// - Parameter market: a country, where the answer is not for one already.
  public func availability(in market: String? = nil) -> Spotify.Availability {
    if isLocal == true { return .localFile }
    if let reason = restrictions?.reason { return .restricted(reason) }
    if let isPlayable { return isPlayable ? .playable : .restricted(.market) }
    guard let availableMarkets else { return .unknown }
    if availableMarkets.isEmpty { return .inNoMarket }
    guard let market else { return .unknown }
    let isThere = availableMarkets.contains { $0.lowercased() == market.lowercased() }
    return isThere ? .playable : .restricted(.market)
  }
}

extension Spotify {
  /// Whether something plays.
  public enum Availability: Sendable, Hashable {
    /// It does.
    case playable
    /// It does not, for a reason.
    case restricted(RestrictionReason)
    /// The service has it in no country.
    case inNoMarket
    /// It is a file of somebody's computer.
    case localFile
    /// The answer does not tell: ask with a market.
    case unknown
  }
}
