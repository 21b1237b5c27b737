import ArgumentParser
import PlayerKitServices

/// Searches the catalogs of the services.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find music in the catalogs of the services.",
    discussion: """
      Each row ends with an item for `playerkit play`. The settings of the services come from the \
      environment:

      \(serviceVariables)
      """
  )

  @Option(
    help:
      "Where to search: \(ServiceChoice.names.joined(separator: ", ")), or all that can be asked."
  )
  var service = ServiceChoice.all

  @Option(
    help: """
      What to search for: songs, albums, artists, playlists, stations, podcasts or \
      episodes. (default: songs, or what the service has)
      """
  )
  var type: SearchType?

  @Option(help: "The number of results from each service, from 1 to 200.", transform: Self.limit)
  var limit = 10

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @OptionGroup var services: ServiceOptions

  @Argument(help: "The words to search for, or upc:CODE, the barcode of an album.")
  var term: [String]

  func validate() throws {
    if term.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("There is nothing to search for. Name a term.")
    }
  }

  func run() async throws { try await Interruption.cancelling(answer) }

  private func answer() async throws {
    let known = MusicServices(options: services)
    let words = term.joined(separator: " ")
    let type =
      CatalogSearch.code(in: words) != nil ? .albums : type ?? .default(of: service, among: known)
    if case .one(let name) = service,
      !known.searchable.contains(where: {
        service.includes($0, for: type.kind) && $0.catalog.searchableKinds.contains(type.kind)
      })
    {
      ConsoleWriter.standardError.write("playerkit: \(name) has no \(type.rawValue)\n")
      throw ExitCode(ExitStatus.usage.rawValue)
    }
    let catalog = CatalogSearch(services: known, type: type, limit: limit)
    let found = await catalog.search(words, in: service)
    for failure in found.failures {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(failure))\n")
    }
    for row in found.rows {
      let line = json ? row.json : row.text
      guard ConsoleWriter.standardOutput.write(line + "\n") else { return }
    }
    guard found.rows.isEmpty else { return }
    if found.failures.isEmpty {
      ConsoleWriter.standardError.write("playerkit: nothing was found\n")
    } else {
      throw ExitCode(ExitStatus.failure.rawValue)
    }
  }

  private static func limit(_ text: String) throws -> Int {
    guard let count = Int(text), (1...200).contains(count) else {
      throw ValidationError("a limit is a whole number from 1 to 200")
    }
    return count
  }
}

/// The value of `--service`.
enum ServiceChoice: ExpressibleByArgument, Equatable {
  case all
  case one(String)

  static let names = searchableNames

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if Self.names.contains(argument) {
      self = .one(argument)
    } else {
      return nil
    }
  }

  /// Whether to search a service for a kind. A service given by name is searched even if it does
  /// not support the kind.
  func includes(_ service: any SearchableService, for kind: MusicLink.Kind) -> Bool {
    switch self {
    case .all: service.isConfigured && service.catalog.searchableKinds.contains(kind)
    case .one(let name): type(of: service).name == name
    }
  }
}

/// The value of `--type`.
enum SearchType: String, ExpressibleByArgument, CaseIterable {
  case songs, albums, artists, playlists, stations, podcasts, episodes

  /// Songs, or the first supported type of a named service without songs.
  static func `default`(of choice: ServiceChoice, among services: MusicServices) -> SearchType {
    guard case .one(let name) = choice,
      let service = services.searchable.first(where: { Swift.type(of: $0).name == name })
    else { return .songs }
    let kinds = service.catalog.searchableKinds
    return allCases.first { kinds.contains($0.kind) } ?? .songs
  }

  /// The kind of a link to such a result.
  var kind: MusicLink.Kind {
    switch self {
    case .songs: .song
    case .albums: .album
    case .artists: .artist
    case .playlists: .playlist
    case .stations: .station
    case .podcasts: .show
    case .episodes: .episode
    }
  }
}
