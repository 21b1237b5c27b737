import ArgumentParser
import PlayerKit
import PlayerKitServices

/// Lists and changes the user's playlists at services.
struct PlaylistsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlists",
    abstract: "List and change your playlists at services.",
    subcommands: [
      PlaylistsListCommand.self, PlaylistsCreateCommand.self, PlaylistsAddCommand.self,
      PlaylistsRemoveCommand.self,
    ],
    defaultSubcommand: PlaylistsListCommand.self
  )
}

/// Lists the user's playlists.
struct PlaylistsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List your playlists at the named services, or at all that you are signed in to.",
    discussion: "Services: \(UserChange.names { $0 is any UserListSource.Type })."
  )

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("The services.", valueName: "service"))
  var names: [String] = []

  func validate() throws {
    for name in names { try UserPlaylists.check(name) { $0 is any UserListSource.Type } }
  }

  func run() async throws {
    let known = MusicServices(options: services)
    try await Interruption.cancelling { [names, json] in
      var (isAny, failed) = (false, false)
      for service in known.all where names.isEmpty || names.contains(type(of: service).name) {
        guard let source = service as? any UserListSource,
          !names.isEmpty || source.offersUserLists
        else { continue }
        let name = type(of: service).name
        do {
          for list in try await UserPlaylists.all(of: source) {
            isAny = true
            let row = UserPlaylists.row(list, of: name, json: json)
            guard ConsoleWriter.standardOutput.write(row + "\n") else { return }
          }
        } catch let error as CatalogError where names.isEmpty && error.isOfSignIn {
          continue
        } catch let error as CancellationError {
          throw error
        } catch {
          failed = true
          UserChange.report(error, about: name)
        }
      }
      if failed { throw ExitCode(ExitStatus.failure.rawValue) }
      if !isAny { ConsoleWriter.standardError.write("playerkit: there are no playlists\n") }
    }
  }
}

/// Creates a playlist of the user.
struct PlaylistsCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a playlist at a service, and print its id.",
    discussion: "Services: \(UserChange.names { $0 is any PlaylistService.Type })."
  )

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  @Argument(help: ArgumentHelp("The name of the playlist.", valueName: "name"))
  var name: String

  @Argument(help: ArgumentHelp("Songs of the service: links or short forms.", valueName: "item"))
  var items: [String] = []

  func validate() throws { try UserPlaylists.check(service) { $0 is any PlaylistService.Type } }

  func run() async throws {
    try await UserPlaylists.change(service, items, services) { [name] service, songs in
      let id = try await service.createPlaylist(name, songs: songs)
      ConsoleWriter.standardOutput.write(PrintableText.line(id ?? name) + "\n")
    }
  }
}

/// Adds songs to a playlist of the user.
struct PlaylistsAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add songs to the end of a playlist.",
    discussion: "Services: \(UserChange.names { $0 is any PlaylistService.Type })."
  )

  @OptionGroup var services: ServiceOptions
  @OptionGroup var chosen: PlaylistSongs

  func validate() throws {
    try UserPlaylists.check(chosen.service) { $0 is any PlaylistService.Type }
  }

  func run() async throws {
    try await UserPlaylists.change(chosen.service, chosen.items, services) {
      [playlist = chosen.playlist] service, songs in
      let id = try await UserPlaylists.id(of: playlist, at: service)
      try await service.add(songs, toPlaylist: id)
    }
  }
}

/// Removes songs from a playlist of the user.
struct PlaylistsRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove songs from a playlist, each wherever it occurs.",
    discussion: "Services: \(UserChange.names { $0 is any PlaylistRemovalService.Type })."
  )

  @OptionGroup var services: ServiceOptions
  @OptionGroup var chosen: PlaylistSongs

  func validate() throws {
    try UserPlaylists.check(chosen.service, "There is no removing from playlists") {
      $0 is any PlaylistRemovalService.Type
    }
  }

  func run() async throws {
    try await UserPlaylists.change(chosen.service, chosen.items, services) {
      [playlist = chosen.playlist] service, songs in
      guard let remover = service as? any PlaylistRemovalService else { return }
      let id = try await UserPlaylists.id(of: playlist, at: service)
      try await remover.remove(songs, fromPlaylist: id)
    }
  }
}

/// Songs of a service, and a playlist there.
struct PlaylistSongs: ParsableArguments {
  @Argument(help: ArgumentHelp("The service.", valueName: "service"))
  var service: String

  @Argument(help: ArgumentHelp("The name or the id of the playlist.", valueName: "playlist"))
  var playlist: String

  @Argument(help: ArgumentHelp("Songs of the service: links or short forms.", valueName: "item"))
  var items: [String]
}

/// Code shared by these commands.
private enum UserPlaylists {
  static func check(
    _ name: String,
    _ problem: String = "There are no playlists",
    _ condition: (any MusicService.Type) -> Bool
  ) throws {
    guard knownServices.contains(where: { $0.name == name && condition($0.type) }) else {
      let names = UserChange.names(condition)
      throw ValidationError("\(problem) at “\(name)”. Services: \(names).")
    }
  }

  /// Returns the playlists of a user, without the collections that the service itself keeps.
  static func all(of source: any UserListSource) async throws -> [UserList] {
    try await source.userLists(of: .playlist, limit: 50).all.collected()
      .filter { $0.collection == nil }
  }

  /// Returns the id of the playlist with a name or an id.
  static func id(of playlist: String, at service: any PlaylistService) async throws -> String {
    guard let source = service as? any UserListSource else { return playlist }
    let lists = try await all(of: source)
    if lists.contains(where: { $0.link.id == playlist }) { return playlist }
    let found = lists.filter { $0.title == playlist }
    guard let first = found.first else {
      throw CatalogError(.notFound, "There is no such playlist. List them by “playlists list”.")
    }
    guard found.count == 1 else {
      throw CatalogError(.invalidArgument, "Several playlists have this name. Give the id instead.")
    }
    return first.link.id
  }

  /// Runs `work` with a service and the songs that the items name. Reports an error.
  static func change(
    _ name: String,
    _ items: [String],
    _ options: ServiceOptions,
    _ work: @escaping @Sendable (any PlaylistService, [MusicLink]) async throws -> Void
  ) async throws {
    let services = MusicServices(options: options)
    try await Interruption.cancelling {
      do {
        guard let service = services.service(named: name) as? any PlaylistService else { return }
        try await work(service, try items.map { try UserChange.link($0, services) })
      } catch let error as CancellationError {
        throw error
      } catch {
        UserChange.report(error, about: name)
        throw ExitCode(ExitStatus.failure.rawValue)
      }
    }
  }

  /// A playlist as a line of text, or as a JSON object.
  static func row(_ list: UserList, of service: String, json: Bool) -> String {
    guard json else {
      let title = (list.title ?? "") + (list.count.map { " (\($0))" } ?? "")
      return [service, list.link.id, title].map(PrintableText.line).joined(separator: "\t")
    }
    var object = JSONObject()
    object.add("service", service)
    object.add("id", list.link.id)
    object.add("title", list.title)
    object.add("tracks", list.count)
    return object.text
  }
}

extension CatalogError {
  /// Whether the user has to sign in first.
  fileprivate var isOfSignIn: Bool { code == .missingCredential || code == .signInRequired }
}
