#if SQLite
  import ArgumentParser
  import Foundation
  import PlayerKitInspection
  import PlayerKitLibrary
  import PlayerKitServices
  import PlayerKitWebDAV

  /// Adds folders of music, or scans them again.
  struct LibraryAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add folders of music, by their tags.",
      discussion: """
        Folders that were added before are scanned again. Only new and changed files are read. Without a folder, all \
        folders are scanned. A folder may be the address of a WebDAV server's folder, such as davs://host/music; its \
        password comes from WEBDAV_URL, WEBDAV_USER, and WEBDAV_PASSWORD. Links that \
        lead out of the folders are not followed.
        """
    )

    @OptionGroup var library: LibraryOptions

    @Flag(help: "Keep running, and follow changes in all folders, until interrupted.")
    var watch = false

    @Argument(
      help: ArgumentHelp("A folder: a path, or a dav or davs address.", valueName: "folder")
    )
    var folder: [String] = []

    func run() async throws {
      let path = try library.path()
      try await Interruption.cancelling { [folder, watch] in
        try await LibraryOptions.reporting(quoting: folder) {
          let folders = LibraryFolders(commandLine: path)
          let progress = LibraryProgress()
          for folder in folder {
            let report = try await folders.add(folder) { progress.show("\($0.read) files read") }
            progress.clear()
            Self.tell(report)
          }
          if watch {
            try await folders.watch { Self.tell($0) }
          } else if folder.isEmpty {
            Self.tell(try await folders.scan())
          }
        }
      }
    }

    private static func tell(_ report: LibraryFolders.Report) {
      for failure in report.failures {
        let line = PrintableText.line("\(failure.path): \(failure.message)")
        ConsoleWriter.standardError.write("playerkit: \(line)\n")
      }
      ConsoleWriter.standardError.write(
        """
        playerkit: \(report.songs) songs, \(report.read) read, \(report.removed) removed, \
        \(report.unreadable) that can't be read\(leftOut(report.leftOut))

        """
      )
    }

    /// What was left out, and why; empty if nothing was.
    private static func leftOut(_ counts: LibraryFolders.LeftOut) -> String {
      let reasons = [
        (counts.links, "links that lead elsewhere"),
        (counts.unreadableNames, "names that can't be read"),
        (counts.tooDeep, "folders that are too deep"),
        (counts.tooMany, "folders with too many names"),
      ]
      let texts = reasons.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return texts.isEmpty ? "" : "; left out: " + texts.joined(separator: ", ")
    }
  }

  extension LibraryFolders {
    /// The folders of a catalog, with the WebDAV server that the environment names.
    init(commandLine path: String) {
      let environment = ProcessEnvironment.variables
      let setup = ServiceSetup(logger: .commandLine(environment))
      let client = WebDAVService(setup, ServiceVariables(environment)).client
      let inspector = MediaInspector(resolvers: [WebDAVResolver(client: client)])
      self.init(library: path, inspector: inspector, webDAV: client)
    }
  }

  /// Removes a folder.
  struct LibraryRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a folder from the catalog. Its files stay."
    )

    @OptionGroup var library: LibraryOptions

    @Argument(help: ArgumentHelp("The folder.", valueName: "folder"))
    var folder: String

    func run() async throws {
      let path = try library.path()
      try await LibraryOptions.reporting(quoting: [folder]) {
        let folders = LibraryFolders(commandLine: path)
        let count = try folders.folders().count
        try folders.remove(folder)
        guard try folders.folders().count < count else {
          ConsoleWriter.standardError.write(
            "playerkit: \(PrintableText.line(ShownItem.text(folder))): this folder was not added\n"
          )
          throw ExitCode(ExitStatus.failure.rawValue)
        }
      }
    }
  }

  /// Shows the location and contents of the catalog.
  struct LibraryStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: "Print the catalog's file, its number of songs, and its folders."
    )

    @OptionGroup var library: LibraryOptions

    func run() async throws {
      let path = try library.path()
      try await LibraryOptions.reporting {
        let count = try LibraryIndex(path: path).count()
        let folders = try LibraryFolders(commandLine: path).folders()
        for line in [path, "\(count) songs"] + folders {
          ConsoleWriter.standardOutput.write(PrintableText.line(line) + "\n")
        }
      }
    }
  }
#endif
