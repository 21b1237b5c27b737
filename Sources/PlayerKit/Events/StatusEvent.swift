/// An event that carries the status it belongs to.
public protocol StatusEvent: Sendable {
  /// The snapshot that comes with the events.
  associatedtype Status: Sendable

  /// The status after the turn in which the event happened.
  var status: Status { get }

  /// The part of a status that tells about playback.
  static func playback(of status: Status) -> PlayerStatus
}

extension PlayerEvent: StatusEvent {
  /// The status itself.
  public static func playback(of status: PlayerStatus) -> PlayerStatus { status }
}

/// A position reported while playing.
public struct PlaybackPosition: Sendable {
  /// Where playback was.
  public let position: Duration
  /// The status that it belongs to.
  public let status: PlayerStatus

  /// The track's length; `nil` where unknown.
  public var duration: Duration? { status.duration }
}
