extension Spotify {
  /// What became of a command to the player.
  public enum CommandOutcome: Sendable, Hashable {
    /// The service took it.
    case done
    /// The player did not, since its state does not allow it: mostly as it is so already, a pause
    /// while it is paused say. Read the state to know.
    case restricted(Reason)
  }

  /// With which member of an album or playlist to begin.
  public enum ContextStart: Sendable, Hashable {
    /// The one at a position, from 0.
    case position(Int)
    /// The one of an address.
    case uri(String)
  }
}

extension Spotify.CommandOutcome {
  /// `nil` where the error is more than the player's state.
  init?(refusal: CatalogError) {
    guard refusal.code == .forbidden, let reason = refusal.spotifyReason else { return nil }
    switch reason {
    case .alreadyPlaying, .alreadyPaused, .notPaused:
      self = .restricted(reason)
    case .unknown where refusal.details.contains(where: \.saysRestrictionViolated):
      self = .restricted(reason)
    default:
      return nil
    }
  }
}

extension CatalogError.Detail {
  fileprivate var saysRestrictionViolated: Bool {
    text?.lowercased().contains("restriction violated") == true
  }
}
