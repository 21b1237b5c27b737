/// The lists through which an address was found, which limit where the address may lead.
package struct ListOrigin: Sendable, Hashable, Codable {
  /// The addresses of the lists, the outermost first.
  package var lists: [String]
  /// The number of nested lists: 1 for an address in the outermost list.
  package var depth: Int
  /// Whether a server named the address; it then leads to no file.
  package var isRemote: Bool
  /// Whether a server on the Internet named the address; it then leads only to public addresses.
  package var isPublic: Bool

  /// The maximum depth of nested lists.
  package static let maximumDepth = 3

  package init(lists: [String], depth: Int, isRemote: Bool, isPublic: Bool) {
    self.lists = []
    self.depth = depth
    self.isRemote = isRemote
    self.isPublic = isPublic
    for list in lists { append(list) }
  }

  /// Adds the address of a list, without user name and password, because the origin is kept in
  /// stores.
  package mutating func append(_ list: String) {
    let list = URLTrack.withoutUser(list)
    if !lists.contains(list) { lists.append(list) }
  }
}
