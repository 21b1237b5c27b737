/// An event with the resulting status.
public protocol StatusEvent: Sendable {
  /// The type of the status.
  associatedtype Status: Sendable

  /// The status after the turn of the event.
  var status: Status { get }

  /// Whether a newer status can replace this event for a slow listener. `false` for transitions,
  /// failures, ends, position jumps and completed requests.
  var isCoalescible: Bool { get }

  /// Returns the playback part of a status.
  static func playback(of status: Status) -> PlayerStatus
}

extension Sequence where Element: StatusEvent {
  /// The events that every listener receives, however slow it is.
  var kept: [Element] { filter { !$0.isCoalescible } }
}

extension PlayerEvent: StatusEvent {
  /// The status itself.
  public static func playback(of status: PlayerStatus) -> PlayerStatus { status }

  /// Whether a newer status can replace this event for a slow listener.
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

/// A position reported during playback.
public struct PlaybackPosition: Sendable {
  /// The position.
  public let position: Duration
  /// The status of playback at that time.
  public let playback: PlayerStatus

  /// The track's length; `nil` if unknown.
  public var duration: Duration? { playback.duration }
}
