/// Through which lists an address was found. It bounds where the address may lead.
package struct ListOrigin: Sendable, Hashable, Codable {
  /// The addresses of the lists, the outermost first.
  package var lists: [String]
  /// How many lists lead to it: 1 for what stands in the first.
  package var depth: Int
  /// Whether a server named it: then it leads to no file.
  package var isRemote: Bool
  /// Whether a server on the Internet named it: then it leads to public addresses alone.
  package var isPublic: Bool

  /// How many lists may lead to lists.
  package static let maximumDepth = 3

  package init(lists: [String], depth: Int, isRemote: Bool, isPublic: Bool) {
    self.lists = []
    self.depth = depth
    self.isRemote = isRemote
    self.isPublic = isPublic
    for list in lists { append(list) }
  }

  /// Adds the address of a list. A user's name and password are left out: the origin is kept in
  /// stores.
  package mutating func append(_ list: String) {
    let list = URLTrack.withoutUser(list)
    if !lists.contains(list) { lists.append(list) }
  }
}
