import Foundation
import PlayerKitServices

/// Recognizes `radio:UUID` and a station's page at Radio Browser.
public struct RadioLinks: LinkRecognizer {
  /// Creates the recognizer.
  public init() {}

  /// Stations.
  public var service: CatalogService { .radio }

  /// Returns the station that `parts` names.
  public func recognize(_ parts: LinkParts) -> LinkRecognition {
    if parts.scheme == "radio" {
      let rest = parts.colonParts
      return rest.count == 1 ? Self.link(rest[0]) : .malformed(.unknownForm)
    }
    let hosts: Set<String> = ["radio-browser.info", "www.radio-browser.info"]
    guard let (_, path) = parts.web(hosts) else { return .notMine }
    guard path.first == "history", path.count == 2 else { return .malformed(.unknownForm) }
    return Self.link(path[1])
  }

  /// Returns the address `https://www.radio-browser.info/history/UUID`.
  public func canonicalURL(of link: MusicLink) -> URL? {
    link.kind == .station ? URL(string: "https://www.radio-browser.info/history/" + link.id) : nil
  }

  private static func link(_ id: String) -> LinkRecognition {
    RadioBrowser.isID(id)
      ? .link(MusicLink(service: .radio, kind: .station, id: id.lowercased()))
      : .malformed(.malformedID)
  }
}
