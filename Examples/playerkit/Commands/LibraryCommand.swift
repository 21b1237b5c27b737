#if SQLite
  import ArgumentParser
  import Foundation
  import PlayerKitServices
  import PlayerKitLibrary
  import PlayerKitSystem

  /// Commands for your own catalog.
  struct LibraryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "library",
      abstract: "Keep your own catalog, and search it without a network.",
      discussion: """
        By default, its file is $XDG_DATA_HOME/playerkit/library.sqlite, or the file in PLAYERKIT_LIBRARY. Other \
        commands search it like a service.
        """,
      subcommands: [
        LibraryAddCommand.self, LibraryRemoveCommand.self, LibraryImportCommand.self,
        LibrarySearchCommand.self, LibraryStatusCommand.self,
      ]
    )
  }

  /// Options for the location of the catalog.
  struct LibraryOptions: ParsableArguments {
    @Option(
      name: .customLong("library"),
      help: ArgumentHelp("The catalog's file.", valueName: "file")
    )
    var file: String?

    /// The path of the file. Its folder exists.
    func path() throws -> String {
      if let file { return file }
      guard let path = Self.usualPath(ProcessEnvironment.variables) else {
        throw ValidationError("There is no folder for the library. Name a file.")
      }
      PrivateFiles.makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)))
      return path
    }

    /// The default path for the user, or `nil` if there is none.
    static func usualPath(_ environment: [String: String]) -> String? {
      if let named = environment["PLAYERKIT_LIBRARY"], !named.isEmpty { return named }
      let home = environment["HOME"].map { $0 + "/.local/share" }
      let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
      return data.map { $0 + "/playerkit/library.sqlite" }
    }

    /// Runs `body`. If it fails, writes one line to standard error. Secrets are removed if the user
    /// gave an address instead of a file.
    static func reporting(
      quoting arguments: [String] = [],
      _ body: () async throws -> Void
    ) async throws {
      do {
        try await body()
      } catch let error as LibraryError {
        let message = ShownItem.message(error.message, quoting: arguments)
        ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(message))\n")
        throw ExitCode(ExitStatus.failure.rawValue)
      }
    }
  }

  /// Imports a dump.
  struct LibraryImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Import a dump of metadata.",
      discussion: """
        MusicBrainz' canonical_musicbrainz_data.csv, the songs of the Apple Music Feed as JSON lines, or of the \
        Enterprise Partner Feed the table “song” or a country's flat file. The first bytes decide which one it is. A \
        complete import replaces the earlier one of the same kind. An interrupted import continues where it was.
        """
    )

    @OptionGroup var library: LibraryOptions

    @Argument(help: ArgumentHelp("The dump.", valueName: "file"))
    var file: String

    func run() async throws {
      let path = try library.path()
      try await Interruption.cancelling { [file] in
        try await LibraryOptions.reporting(quoting: [file]) {
          let source = try LibrarySource(path: file)
          let progress = LibraryProgress()
          let report: LibraryImporter.Report
          do {
            report = try LibraryImporter(path: path).run(source) { songs in
              progress.show("\(songs) songs")
              return !Task.isCancelled
            }
          } catch is CancellationError {
            progress.clear()
            ConsoleWriter.standardError.write(
              "playerkit: stopped; the same command goes on where it was\n"
            )
            return
          }
          progress.clear()
          ConsoleWriter.standardError.write(
            "playerkit: \(report.songs) songs, \(report.unreadable) records passed over\n"
          )
        }
      }
    }
  }

  /// Searches the catalog.
  struct LibrarySearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search",
      abstract: "Find songs in your own catalog.",
      discussion: "Words in any order, without accents. A longer word may have one mistake."
    )

    @OptionGroup var library: LibraryOptions

    @Option(help: "The number of results, from 1 to 200.")
    var limit = 10

    @Flag(help: "Write one JSON object a line.")
    var json = false

    @Argument(help: "The words to search for.")
    var term: [String]

    func validate() throws {
      guard (1...200).contains(limit) else { throw ValidationError("--limit is from 1 to 200.") }
    }

    func run() async throws {
      let path = try library.path()
      try await LibraryOptions.reporting {
        let index = try LibraryIndex(path: path)
        let songs = try index.songs(matching: term.joined(separator: " "), limit: limit)
        for song in songs {
          var entry = LibraryCatalog.entry(song)
          // For its owner, a file is shown by its path.
          entry.item = song.path ?? entry.item
          let row = SearchRow(service: "library", type: .songs, entry: entry)
          ConsoleWriter.standardOutput.write((json ? row.json : row.text) + "\n")
        }
        guard !songs.isEmpty else {
          ConsoleWriter.standardError.write("playerkit: nothing was found\n")
          throw ExitCode(ExitStatus.failure.rawValue)
        }
      }
    }
  }
#endif
