/// One of several playlists that stand in a queue in a row.
///
/// Make one for each time that a playlist is queued, and give it to all of its items.
public struct QueueSection: Sendable, Hashable, Identifiable {
  private final class Contents: Codable, Sendable {
    let id: String
    let title: String?

    init(id: String, title: String?) {
      self.id = id
      self.title = title
    }
  }

  // Shared by the entries, so that it costs each of them a reference.
  private let contents: Contents

  /// Makes a section.
  public init(id: String, title: String? = nil) {
    contents = Contents(id: id, title: title)
  }

  /// What tells it from the others.
  public var id: String { contents.id }

  /// What to show.
  public var title: String? { contents.title }

  /// Whether both have one id.
  public static func == (left: QueueSection, right: QueueSection) -> Bool {
    left.contents === right.contents || left.id == right.id
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension QueueSection: Codable {
  /// Reads a section.
  public init(from decoder: any Decoder) throws { contents = try Contents(from: decoder) }

  /// Writes its id, and its title where it has one.
  public func encode(to encoder: any Encoder) throws { try contents.encode(to: encoder) }
}
