/// The capability to have one track follow another without a gap.
///
/// Players whose ``gaplessGroup`` is the same can follow each other: they share an engine.
public protocol Preloading: AnyObject, Sendable {
  /// What the player shares with those that it can follow.
  var gaplessGroup: GaplessGroup { get }

  /// Has `request` follow the load `current`, of this player or of another of the group. Replaces
  /// what was to follow before. The request's listener hears ``LoadReport/opened(isLive:)``,
  /// ``LoadReport/loaded(_:)`` or ``LoadReport/failed(_:followedBy:)`` ahead of time where that is found
  /// out, and ``LoadReport/started(_:)`` at the moment it becomes audible.
  func preload(_ request: LoadRequest, after current: LoadID)

  /// Begins now what is to follow the load `current`, which ends as ``LoadReport/superseded`` and
  /// falls silent in any case. What was found and opened ahead is used; where it is still being
  /// looked for, that goes on and it begins then. The request's listener hears
  /// ``LoadReport/started(_:)`` once it stands at its beginning, or ``LoadReport/loaded(_:)`` alone
  /// where it had not been opened. Of a load that is not known: no other effect.
  func beginPreloaded(_ load: LoadID, after current: LoadID, wantsToPlay: Bool)

  /// Takes back what was to follow; it ends as ``LoadReport/superseded``. Where it has
  /// just started, it is given back. Of a load that is not known: no effect.
  func cancelPreload(_ load: LoadID)
}

/// Names the players that can follow each other without a gap.
public struct GaplessGroup: Hashable, Sendable {
  private let owner: ObjectIdentifier

  /// The group of all players that share `owner`, which must outlive them.
  public init(sharing owner: AnyObject) {
    self.owner = ObjectIdentifier(owner)
  }
}
