import ArgumentParser
import MusicCatalog

/// Finds music in the services' catalogs.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find music in the catalogs of the services.",
    discussion: """
      Each row ends with an item that `playerkit play` takes. Apple Music is asked with the \
      developer token in APPLE_MUSIC_DEVELOPER_TOKEN, in the storefront of \
      APPLE_MUSIC_STOREFRONT (us), Spotify with SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET; iTunes \
      and Deezer need nothing.
      """
  )

  @Option(help: "Where to search: apple, itunes, spotify, deezer, or all that can be asked.")
  var service = SearchService.all

  @Option(help: "What to search for: songs, albums, artists or playlists.")
  var type = SearchType.songs

  @Option(help: "How many results of each service; from 1 to 200.", transform: Self.limit)
  var limit = 10

  @Flag(help: "Write one JSON object a line.")
  var json = false

  @OptionGroup var services: ServiceOptions

  @Argument(help: "The words to search for.")
  var term: [String]

  func validate() throws {
    if service == .itunes, type == .playlists {
      throw ValidationError("iTunes has no playlists.")
    }
    if term.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) {
      throw ValidationError("There is nothing to search for.")
    }
  }

  func run() async throws {
    let catalog = CatalogSearch(services: Services(options: services), type: type, limit: limit)
    let found = await catalog.search(term.joined(separator: " "), in: service)
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

/// What `--service` takes.
enum SearchService: String, ExpressibleByArgument, CaseIterable {
  case apple, itunes, spotify, deezer, all
}

/// What `--type` takes.
enum SearchType: String, ExpressibleByArgument, CaseIterable {
  case songs, albums, artists, playlists
}
