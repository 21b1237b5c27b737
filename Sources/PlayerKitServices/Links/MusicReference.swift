import Foundation

/// What a piece of text names that somebody pasted, dropped or gave on a command line.
///
/// The one place where links are recognized. Pure: it asks no server and no file system, so a link
/// that is recognized may still lead nowhere.
public enum MusicReference: Hashable, Sendable {
  /// A thing in a music service.
  case link(MusicLink)
  /// An http(s) or file URL, or a path, of no service that is known: something to be played as it
  /// is.
  case plain(URL)
  /// Text that is meant for a service, or for nothing known, and names nothing that can be opened.
  case unrecognized(UnrecognizedLink)

  /// Recognizes `text`; white space around it does not count.
  ///
  /// Never fails and never traps. A relative path is taken from the working directory.
  public init(_ text: String, recognizers: LinkRecognizers) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let parts = LinkParts(text)
    for recognizer in recognizers.all {
      switch recognizer.recognize(parts) {
      case .notMine: continue
      case .link(let link):
        self = .link(link)
        return
      case .malformed(let reason):
        self = .unrecognized(
          UnrecognizedLink(text: text, service: recognizer.service, reason: reason)
        )
        return
      }
    }
    switch PlainItem.url(of: parts) {
    case .success(let url): self = .plain(url)
    case .failure(let reason):
      self = .unrecognized(UnrecognizedLink(text: text, service: nil, reason: reason))
    }
  }

  /// The address in its one form: for a link the service's, by its recognizer among `recognizers`;
  /// for a plain one the URL itself.
  public func canonicalURL(by recognizers: LinkRecognizers) -> URL? {
    switch self {
    case .link(let link): link.canonicalURL(by: recognizers)
    case .plain(let url): url
    case .unrecognized: nil
    }
  }
}

/// Text that names nothing that can be opened, and why.
public struct UnrecognizedLink: Error, Hashable, Sendable {
  /// The text, without white space around it. It may hold what a URL's query holds: do not log it.
  public let text: String
  /// The service that it is meant for; `nil` where none is known.
  public let service: CatalogService?
  /// Why.
  public let reason: Reason

  /// Says of `text` why it names nothing.
  public init(text: String, service: CatalogService?, reason: Reason) {
    self.text = text
    self.service = service
    self.reason = reason
  }

  /// Why a text names nothing.
  @nonexhaustive public enum Reason: Error, Hashable, Sendable {
    /// There is no text.
    case empty
    /// An address of this service whose form is not known: another page, too many parts.
    case unknownForm
    /// The form is known, but the id in it is not one.
    case malformedID
    /// A short link of this service: where it leads, only its server says.
    case needsFollowing
    /// The scheme is none that can be opened here.
    case unsupportedScheme
    /// It looks like an address, and is none.
    case malformedURL
  }
}

extension UnrecognizedLink: CustomStringConvertible {
  /// The reason in words; without the text.
  public var description: String {
    let name = service.map { "a link of \($0.rawValue)" } ?? "an item"
    return switch reason {
    case .empty: "\(name) without text"
    case .unknownForm: "\(name) of a form that is not known"
    case .malformedID: "\(name) whose id is malformed"
    case .needsFollowing: "\(name) that is short, and must be followed first"
    case .unsupportedScheme: "\(name) with a scheme that is not supported"
    case .malformedURL: "\(name) that looks like a URL and is none"
    }
  }
}
