import Foundation

/// Recognizes the links of one service. Each service has its own file, such as `AppleMusicLinks`.
public protocol LinkRecognizer: Sendable {
  /// The service of the links.
  var service: CatalogService { get }

  /// Recognizes an item in `parts`. Pure, and never traps, regardless of the text.
  func recognize(_ parts: LinkParts) -> LinkRecognition

  /// Returns the normalized web URL of `link`. `nil` if there is none.
  func canonicalURL(of link: MusicLink) -> URL?
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
}
