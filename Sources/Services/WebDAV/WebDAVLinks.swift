import Foundation
import PlayerKitPlaylists
import PlayerKitServices

/// Recognizes files and folders of WebDAV servers: `dav://host/path` and `davs://host/path`, also
/// with the schemes `webdav`, `webdavs`, `webdav+http`, and `webdav+https`, and `webdav:` before a
/// URL.
///
/// An address with a user or a password is refused.
public struct WebDAVLinks: LinkRecognizer {
  private static let schemes: Set<String> = [
    "dav", "davs", "webdav", "webdavs", "webdav+http", "webdav+https",
  ]

  /// Creates the recognizer.
  public init() {}

  /// WebDAV.
  public var service: CatalogService { .webDAV }

  /// Returns the file or folder that `parts` names. What is not named like audio is a folder, until
  /// the server is asked.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    guard let scheme = parts.scheme, Self.schemes.contains(scheme) else { return .notMine }
    var text = parts.text
    if !parts.hasAuthority {
      guard scheme == "webdav" else { return .malformed(.unknownForm) }
      text = String(text.unicodeScalars.dropFirst("webdav:".unicodeScalars.count))
    }
    guard let address = WebDAVAddress(text) else { return .malformed(.malformedURL) }
    return .link(Self.link(address))
  }

  /// Returns `nil`, because a URL for browsers does not reveal WebDAV.
  public func canonicalURL(of link: MusicLink) -> URL? { nil }

  static func link(_ address: WebDAVAddress) -> MusicLink {
    let isSong = !address.isFolder && AudioFolder.isAudio(address.name)
    return MusicLink(service: .webDAV, kind: isSong ? .song : .folder, id: address.text)
  }
}
