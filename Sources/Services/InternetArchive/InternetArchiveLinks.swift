import Foundation
import PlayerKitServices

/// Recognizes `archive:IDENTIFIER` and an item's page at archive.org, optionally followed by the
/// name of a file.
public struct InternetArchiveLinks: LinkRecognizer {
  /// Makes the recognizer.
  public init() {}

  /// The Internet Archive.
  public var service: CatalogService { .internetArchive }

  /// Recognizes an item or a file in `parts`.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "archive" {
      let rest = parts.text.unicodeScalars.dropFirst("archive:".unicodeScalars.count)
      return Self.link(ArchiveRule.parts(String(rest)))
    }
    guard let (_, path) = parts.web(["archive.org", "www.archive.org"]) else { return .notMine }
    switch path.first {
    case "details", "embed": return Self.link(Array(path.dropFirst()))
    case "download":
      // Lists and file archives are treated as plain URLs.
      guard path.count == 2 || path.last.map(ArchiveRule.isAudio) == true else { return .notMine }
      return Self.link(Array(path.dropFirst()))
    default: return .malformed(.unknownForm)
    }
  }

  /// Returns `https://archive.org/details/IDENTIFIER`, or the page of a file.
  public func canonicalURL(of link: MusicLink) -> URL? {
    switch link.kind {
    case .album where ArchiveRule.isID(link.id): InternetArchive.page(of: link.id)
    case .song: ArchiveRule.parts(ofTrack: link.id).flatMap { InternetArchive.page(of: $0, $1) }
    default: nil
    }
  }

  private static func link(_ parts: [String]) -> LinkRecognition {
    guard let item = parts.first, !item.isEmpty else { return .malformed(.unknownForm) }
    guard ArchiveRule.isID(item) else { return .malformed(.malformedID) }
    if parts.count == 1 {
      return .link(MusicLink(service: .internetArchive, kind: .album, id: item))
    }
    let name = parts.dropFirst().joined(separator: "/")
    guard ArchiveRule.isAudio(name) else { return .malformed(.malformedID) }
    return .link(MusicLink(service: .internetArchive, kind: .song, id: item + "/" + name))
  }
}

extension InternetArchive {
  /// Returns the page of an item, or of one of its files.
  static func page(of item: String, _ name: String? = nil) -> URL? {
    let path = name.map { ArchiveRule.path(item, $0) } ?? PercentEncoding.segment(item)
    return URL(string: "https://archive.org/details/" + path)
  }
}
