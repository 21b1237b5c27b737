/// A request for the lists of the services' users.
struct WebLists: Sendable, Equatable {
  /// The kind of list: `playlist` or `album`.
  var kind: String
  /// The names of the services to ask. Empty for all.
  var services: [String]
}

/// The name of a list in a message.
struct WebListName: Sendable, Equatable {
  /// The name of its service.
  var service: String
  /// The kind of its link.
  var kind: String
  /// The id of its link.
  var id: String
}
