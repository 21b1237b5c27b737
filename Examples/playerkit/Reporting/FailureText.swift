import PlayerKit

/// What standard error says of failures: one line each, naming the item.
enum FailureText {
  static func line(_ failure: QueueFailure) -> String {
    let item = PrintableText.line(ShownItem.text(failure.entry.track.id))
    return "\(item): \(PrintableText.line(failure.error.description))\(suffix(failure.action))"
  }

  private static func suffix(_ action: ErrorAction) -> String {
    switch action {
    case .skip: " (skipped)"
    case .stop: ""
    case .retry: " (will be tried again)"
    case .alternative: " (something else is tried)"
    }
  }

  /// Why the whole thing stopped; `nil` where there is nothing to add.
  static func line(_ end: SessionEnd) -> String? {
    guard case .queue(.failed(let count, _)) = end, count > 1 else { return nil }
    return "stopped after \(count) failures in a row"
  }
}
