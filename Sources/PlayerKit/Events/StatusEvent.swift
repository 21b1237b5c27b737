/// An event that carries the status it belongs to.
public protocol StatusEvent: Sendable {
  /// The snapshot that comes with the events.
  associatedtype Status: Sendable

  /// The status after the turn in which the event happened.
  var status: Status { get }

  /// Whether a newer status can take its place for a listener that is slow. Not that of a
  /// transition, a failure, an end, a jump of the position, or the end of a request.
  var isCoalescible: Bool { get }

  /// The part of a status that tells about playback.
  static func playback(of status: Status) -> PlayerStatus
}

extension Sequence where Element: StatusEvent {
  /// The events that a listener hears, however slow it is.
  var kept: [Element] { filter { !$0.isCoalescible } }
}

extension PlayerEvent: StatusEvent {
  /// The status itself.
  public static func playback(of status: PlayerStatus) -> PlayerStatus { status }

  /// Whether a newer status can take its place for a listener that is slow.
  public var isCoalescible: Bool { change.isCoalescible }
}

extension PlaybackChange {
  var isCoalescible: Bool {
    switch self {
    case .track, .discontinuity, .seekCompleted, .failed, .ended: false
    case .wantsToPlay, .suppression, .buffering, .state, .duration, .ducking, .metadata, .format,
      .settings, .unsupported, .capabilities, .bufferedPosition:
      true
    }
  }
}

/// A position reported while playing.
public struct PlaybackPosition: Sendable {
  /// Where playback was.
  public let position: Duration
  /// The playback that it belongs to.
  public let playback: PlayerStatus

  /// The track's length; `nil` where unknown.
  public var duration: Duration? { playback.duration }
}
