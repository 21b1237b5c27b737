import PlayerKit
import PlayerKitPagePlayers
import PlayerKitServices

/// Messages about failures for standard error: one line each, with the item.
enum FailureText {
  static func line(_ failure: QueueFailure) -> String {
    let item = PrintableText.line(ShownItem.text(failure.entry.track.id))
    let text = PrintableText.line(
      failure.error.description + KnownService.advice(failure.error)
    )
    return "\(item): \(text)\(advice(failure))\(suffix(failure.action))"
  }

  /// A track known only by its description needs another service to play it.
  private static func advice(_ failure: QueueFailure) -> String {
    failure.error.code == .noPlayer && failure.entry.track is RecordingTrack
      ? " Name services that may have it, by --fallback." : ""
  }

  private static func suffix(_ action: ErrorAction) -> String {
    switch action {
    case .skip: " (skipped)"
    case .stop: ""
    case .retry: " (will be tried again)"
    case .alternative: " (something else is tried)"
    }
  }

  /// What the user has to do in the player page; `nil` if nothing.
  static func demand(_ change: QueueChange) -> String? {
    guard case .playback(.suppression(let reason?)) = change else { return nil }
    return switch reason {
    case .needsClick: "The browser wants a click. Click in the player page to play."
    case .pageHidden: "The player page is hidden. Show it to play."
    default: nil
    }
  }

  /// The reason why playback stopped, or `nil` if there is nothing to add.
  static func line(_ end: SessionEnd) -> String? {
    guard case .queue(.failed(let count, _)) = end, count > 1 else { return nil }
    return "stopped after \(count) failures in a row"
  }
}
