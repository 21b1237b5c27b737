/// Reads and writes the items of a user's own server, which name no server: `NAME:ID` is a song,
/// and `NAME:KIND:ID` states its kind.
///
/// An id is any text, with special characters percent-encoded.
package struct ServerItems: Sendable {
  private let service: CatalogService
  private let kinds: [MusicLink.Kind]

  /// - Parameter kinds: The kinds that an item may state.
  package init(of service: CatalogService, kinds: [MusicLink.Kind]) {
    self.service = service
    self.kinds = kinds
  }

  /// Returns the item that `parts` names.
  package func recognize(_ parts: LinkParts) -> LinkRecognition {
    let prefix = service.rawValue
    guard parts.scheme == prefix else { return .notMine }
    guard !parts.hasAuthority else { return .malformed(.unknownForm) }
    let rest = parts.text.unicodeScalars.dropFirst(prefix.unicodeScalars.count + 1)
    for kind in kinds where rest.starts(with: (kind.rawValue + ":").unicodeScalars) {
      let id = rest.dropFirst(kind.rawValue.unicodeScalars.count + 1)
      return link(kind, String(id))
    }
    return link(.song, String(rest))
  }

  /// Returns the text that identifies an item to users and players.
  package func item(_ link: MusicLink) -> String {
    let id = PercentEncoding.segment(link.id)
    return link.kind == .song && !kinds.contains { link.id.hasPrefix($0.rawValue + ":") }
      ? "\(service.rawValue):\(id)" : "\(service.rawValue):\(link.kind.rawValue):\(id)"
  }

  private func link(_ kind: MusicLink.Kind, _ text: String) -> LinkRecognition {
    let id = text.removingPercentEncoding ?? text
    let isID =
      !id.isEmpty && id.utf8.count <= RequestBounds.identity
      && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    return isID ? .link(MusicLink(service: service, kind: kind, id: id)) : .malformed(.malformedID)
  }
}
