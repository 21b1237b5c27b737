/// One of several playlists that follow each other in a queue.
///
/// Create one each time a playlist is queued, and give it to all of its items.
public struct QueueSection: Sendable, Hashable, Identifiable {
  private final class Contents: Codable, Sendable {
    let id: String
    let title: String?

    init(id: String, title: String?) {
      self.id = id
      self.title = title
    }
  }

  // Shared by the entries, so each of them stores only a reference.
  private let contents: Contents

  /// Creates a section.
  public init(id: String, title: String? = nil) {
    contents = Contents(id: id, title: title)
  }

  /// The id, which distinguishes the section from others.
  public var id: String { contents.id }

  /// The title to display.
  public var title: String? { contents.title }

  /// Returns whether both have the same id.
  public static func == (left: QueueSection, right: QueueSection) -> Bool {
    left.contents === right.contents || left.id == right.id
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension QueueSection: Codable {
  /// Decodes a section.
  public init(from decoder: any Decoder) throws { contents = try Contents(from: decoder) }

  /// Encodes the id, and the title if there is one.
  public func encode(to encoder: any Encoder) throws { try contents.encode(to: encoder) }
}
