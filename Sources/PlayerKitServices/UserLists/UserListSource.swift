import PlayerKit

/// A service that lists the music of its user: the playlists, and the songs and albums of the
/// user's library.
///
/// It is an ability beside the search: a service's type adopts it if the service has such lists.
///
/// ```swift
/// for source in services.userListSources {
///   let playlists = try await source.userLists(of: .playlist, limit: 50)
///   for list in playlists.members { print(list.title ?? "", list.count ?? 0) }
/// }
/// ```
///
/// May be used on any thread, any number of times at once.
public protocol UserListSource: Sendable {
  /// Whether the service has lists to offer, now or after the user signs in. `false` if the app has
  /// not set it up.
  var offersUserLists: Bool { get }

  /// The kinds of lists, the most useful first: ``MusicLink/Kind/playlist``, and
  /// ``MusicLink/Kind/album`` for the albums of the library.
  var userListKinds: [MusicLink.Kind] { get }

  /// Returns the user's lists of a kind. The first playlists are those that the service itself keeps,
  /// such as the songs of the library; see ``UserList/collection``.
  ///
  /// - Parameter kind: One of ``userListKinds``.
  /// - Parameter limit: The page size. A service with a lower limit returns smaller pages.
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/missingCredential`` or
  ///   ``CatalogError/Code/signInRequired`` and what to do if no user is signed in;
  ///   `CancellationError`.
  func userLists(of kind: MusicLink.Kind, limit: Int) async throws -> ListPage<UserList>

  /// Returns the tracks of a list. Its items that this service cannot play are left out, such as
  /// videos, episodes, and files that only the user has.
  ///
  /// - Parameter link: The ``UserList/link`` of a list of this service.
  /// - Parameter limit: The page size. A service with a lower limit returns smaller pages.
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/invalidArgument`` if the link
  ///   names no list; `CancellationError`.
  func tracks(ofUserList link: MusicLink, limit: Int) async throws -> ListPage<any Track>
}

extension MusicServices {
  /// The services with lists of their user, in the order of the services.
  public var userListSources: [any UserListSource] {
    all.compactMap { $0 as? any UserListSource }.filter(\.offersUserLists)
  }
}
