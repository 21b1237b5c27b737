import Foundation

/// Recognises the links of one service. One file a service; see ``AppleMusicLinks``.
public protocol LinkRecogniser: Sendable {
  /// The service whose links these are.
  var service: CatalogService { get }

  /// What `parts` names. Pure, and never traps, whatever the text.
  func recognise(_ parts: LinkParts) -> LinkRecognition

  /// The web address of `link`, in one form; `nil` where there is none.
  func canonicalURL(of link: MusicLink) -> URL?
}

/// A recogniser's answer.
public enum LinkRecognition: Hashable, Sendable {
  /// Another service's, or none's: the next recogniser is asked.
  case notMine
  /// This thing.
  case link(MusicLink)
  /// Meant for this service, but it names nothing: nobody else is asked.
  case malformed(UnrecognisedLink.Reason)
}

/// The recognisers that are asked, in order. A service is added by its recogniser here, and nowhere
/// else.
public struct LinkRecognisers: Sendable {
  /// The recognisers, in the order in which they are asked; the first that knows a link has it.
  public var all: [any LinkRecogniser]

  /// Makes a list.
  public init(_ all: [any LinkRecogniser]) {
    self.all = all
  }

  /// The services of this library.
  public static let standard = LinkRecognisers([
    AppleMusicLinks(), SpotifyLinks(), DeezerLinks(),
  ])
}
