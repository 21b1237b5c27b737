import Foundation

/// Recognizes the links of one service. Each service has its own file, such as `AppleMusicLinks`.
public protocol LinkRecognizer: Sendable {
  /// The service of the links.
  var service: CatalogService { get }

  /// Recognizes an item in `parts`. Pure, and never traps, regardless of the text.
  func recognize(_ parts: LinkParts) -> LinkRecognition

  /// Returns the position at which a recognized link begins, such as 90 s for `t=90`. `nil` if it
  /// names none.
  func startPosition(in parts: LinkParts) -> Duration?

  /// Returns the normalized web URL of `link`. `nil` if there is none.
  func canonicalURL(of link: MusicLink) -> URL?
}

extension LinkRecognizer {
  /// `nil` by default.
  public func startPosition(in parts: LinkParts) -> Duration? { nil }
}

/// The result of a recognizer.
public enum LinkRecognition: Hashable, Sendable {
  /// The text belongs to another service or to none. The next recognizer is asked.
  case notMine
  /// The text names this item.
  case link(MusicLink)
  /// The text is meant for this service but names nothing. No other recognizer is asked.
  case malformed(UnrecognizedLink.Reason)
}

/// The recognizers in the order in which they are asked. To add a service, only its recognizer is
/// added here.
public struct LinkRecognizers: Sendable {
  /// The recognizers, in the order in which they are asked. The first one that recognizes a link
  /// wins.
  public var all: [any LinkRecognizer]

  /// Makes a list.
  public init(_ all: [any LinkRecognizer]) {
    self.all = all
  }

  /// Returns the position at which a link to a song begins. `nil` if the text names none.
  func startPosition(in text: String) -> Duration? {
    let parts = LinkParts(text.trimmingCharacters(in: .whitespacesAndNewlines))
    guard !parts.query.isEmpty else { return nil }
    for recognizer in all {
      switch recognizer.recognize(parts) {
      case .notMine: continue
      case .link(let link):
        return link.kind == .song ? recognizer.startPosition(in: parts) : nil
      case .malformed: return nil
      }
    }
    return nil
  }
}
