import Foundation

/// The meaning of a text that the user pasted, dropped or passed on a command line.
///
/// All links are recognized here. Pure: it asks no server and no file system, so a recognized link
/// may still lead nowhere.
public enum MusicReference: Hashable, Sendable {
  /// An item of a music service.
  case link(MusicLink)
  /// An HTTP, HTTPS or file URL, or a path, that belongs to no known service. It is played as it
  /// is.
  case plain(URL)
  /// A text meant for a service or with an unsupported form, which cannot be opened.
  case unrecognized(UnrecognizedLink)

  /// Recognizes `text`. Ignores surrounding white space.
  ///
  /// Never fails and never traps. A relative path is resolved against the working directory.
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

  /// Returns the normalized URL. A link gets it from its recognizer in `recognizers`; a plain URL
  /// is returned as it is.
  public func canonicalURL(by recognizers: LinkRecognizers) -> URL? {
    switch self {
    case .link(let link): link.canonicalURL(by: recognizers)
    case .plain(let url): url
    case .unrecognized: nil
    }
  }
}

/// A text that cannot be opened, and the reason.
public struct UnrecognizedLink: Error, Hashable, Sendable {
  /// The text, without surrounding white space. It may contain secrets, such as those in a URL's
  /// query. Do not log it.
  public let text: String
  /// The service that the text is meant for. `nil` if unknown.
  public let service: CatalogService?
  /// The reason.
  public let reason: Reason

  /// Makes a description of an unrecognized text.
  public init(text: String, service: CatalogService?, reason: Reason) {
    self.text = text
    self.service = service
    self.reason = reason
  }

  /// The reason why a text cannot be opened.
  @nonexhaustive public enum Reason: Error, Hashable, Sendable {
    /// The text is empty.
    case empty
    /// A URL of this service with an unknown form: another page, or too many path components.
    case unknownForm
    /// The form is known, but the id is malformed.
    case malformedID
    /// A short link of this service. Only its server knows the target.
    case needsFollowing
    /// The scheme is not supported.
    case unsupportedScheme
    /// The text looks like a URL but is not one.
    case malformedURL
  }
}

extension UnrecognizedLink: CustomStringConvertible {
  /// The reason, without the text.
  public var description: String {
    let name = service.map { "a link of \($0.rawValue)" } ?? "an item"
    return switch reason {
    case .empty: "\(name) without text"
    case .unknownForm: "\(name) of a form that is not known"
    case .malformedID: "\(name) whose id is malformed"
    case .needsFollowing: "\(name) that is short, and must be followed first"
    case .unsupportedScheme: "\(name) with a scheme that is not supported"
    case .malformedURL: "\(name) that looks like a URL but is not valid"
    }
  }
}
