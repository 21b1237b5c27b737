import ArgumentParser
import PlayerKit
import PlayerKitServices

/// Changes what a user keeps at services: favorites, ratings, playlists.
enum UserChange {
  /// The names of the services that fulfil a condition, for people.
  static func names(_ condition: (any MusicService.Type) -> Bool) -> String {
    knownServices.filter { condition($0.type) }.map(\.name).joined(separator: ", ")
  }

  /// The error for an item whose service cannot do something.
  static func unable(
    _ link: MusicLink,
    _ what: String,
    _ condition: (any MusicService.Type) -> Bool
  ) -> CatalogError {
    CatalogError(
      .invalidArgument,
      "There are no \(what) at \(link.service.rawValue). Services: \(names(condition)).",
      service: link.service
    )
  }

  /// Makes items favorites, or removes them.
  static func setFavorite(
    _ isFavorite: Bool,
    _ items: [String],
    _ options: ServiceOptions
  ) async throws {
    try await run(items, options) { link, services in
      guard let service = services.lazy.compactMap({ $0 as? any FavoritesService }).first else {
        throw unable(link, "favorites") { $0 is any FavoritesService.Type }
      }
      try await service.setFavorite(isFavorite, link)
      return isFavorite ? "is a favorite" : "is no favorite any more"
    }
  }

  /// Changes each item, and prints a line about it. After a failure, the other items follow.
  ///
  /// - Parameter change: Changes an item at one of its services, and returns the news about it.
  /// - Throws: `ExitCode` if an item failed.
  static func run(
    _ items: [String],
    _ options: ServiceOptions,
    _ change: @escaping @Sendable (MusicLink, [any MusicService]) async throws -> String
  ) async throws {
    let services = MusicServices(options: options)
    try await Interruption.cancelling {
      var failed = false
      for item in items {
        let name = PrintableText.line(ShownItem.text(item))
        do {
          let link = try link(item, services)
          let able = services.playable.filter { type(of: $0).links.service == link.service }
          let news = try await change(link, able)
          guard ConsoleWriter.standardOutput.write("\(name) \(news)\n") else { return }
        } catch let error as CancellationError {
          throw error
        } catch {
          failed = true
          report(error, about: name)
        }
      }
      if failed { throw ExitCode(ExitStatus.failure.rawValue) }
    }
  }

  /// Returns the link of an item.
  ///
  /// - Throws: `CatalogError` if it is no link of a service.
  static func link(_ item: String, _ services: MusicServices) throws(CatalogError) -> MusicLink {
    switch MusicReference(item, recognizers: services.recognizers) {
    case .link(let link): return link
    case .plain:
      throw CatalogError(
        .invalidArgument,
        "This is no item of a service. Use a link, or a form such as spotify:track:ID."
      )
    case .unrecognized(let link): throw CatalogError(.invalidArgument, "This is \(link).")
    }
  }

  /// Writes an error to standard error, with what to do about it.
  static func report(_ error: any Error, about name: String) {
    let text = (error as? CatalogError)?.message ?? (error as? PlayerError)?.message ?? "It failed."
    let line = PrintableText.line(text + KnownService.advice(error))
    ConsoleWriter.standardError.write("playerkit: \(name): \(line)\n")
  }
}
