import Foundation

/// Recognizes the links of one service. One file a service; see ``AppleMusicLinks``.
public protocol LinkRecognizer: Sendable {
  /// The service whose links these are.
  var service: CatalogService { get }

  /// What `parts` names. Pure, and never traps, whatever the text.
  func recognize(_ parts: LinkParts) -> LinkRecognition

  /// The web address of `link`, in one form; `nil` where there is none.
  func canonicalURL(of link: MusicLink) -> URL?
}

/// A recognizer's answer.
public enum LinkRecognition: Hashable, Sendable {
  /// Another service's, or none's: the next recognizer is asked.
  case notMine
  /// This thing.
  case link(MusicLink)
  /// Meant for this service, but it names nothing: nobody else is asked.
  case malformed(UnrecognizedLink.Reason)
}

/// The recognizers that are asked, in order. A service is added by its recognizer here, and nowhere
/// else.
public struct LinkRecognizers: Sendable {
  /// The recognizers, in the order in which they are asked; the first that knows a link has it.
  public var all: [any LinkRecognizer]

  /// Makes a list.
  public init(_ all: [any LinkRecognizer]) {
    self.all = all
  }
}
