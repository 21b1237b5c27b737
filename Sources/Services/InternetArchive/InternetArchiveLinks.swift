import Foundation
import PlayerKitServices

/// `archive:IDENTIFIER` and an item's page at archive.org; with the name of a file behind it, that file.
public struct InternetArchiveLinks: LinkRecognizer {
  /// Makes the recognizer.
  public init() {}

  /// The Internet Archive.
  public var service: CatalogService { .internetArchive }

  /// What `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "archive" {
      let rest = parts.text.unicodeScalars.dropFirst("archive:".unicodeScalars.count)
      return Self.link(ArchiveRule.parts(String(rest)))
    }
    guard let (_, path) = parts.web(["archive.org", "www.archive.org"]) else { return .notMine }
    switch path.first {
    case "details", "embed": return Self.link(Array(path.dropFirst()))
    case "download":
      // Lists and archives of files are whatever the address leads to.
      guard path.count == 2 || path.last.map(ArchiveRule.isAudio) == true else { return .notMine }
      return Self.link(Array(path.dropFirst()))
    default: return .malformed(.unknownForm)
    }
  }

  /// `https://archive.org/details/IDENTIFIER`.
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
  /// The page of an item, or of a file of it.
  static func page(of item: String, _ name: String? = nil) -> URL? {
    let path = name.map { ArchiveRule.path(item, $0) } ?? PercentEncoding.segment(item)
    return URL(string: "https://archive.org/details/" + path)
  }
}
