import ArgumentParser
import Foundation
import PlayerKitSystem

/// The command line tool `playerkit`: plays queues, and demonstrates the library.
package struct PlayerKitCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "playerkit",
    abstract: "Play music from several services in one queue.",
    version: version,
    subcommands: commands
  )

  /// The version, as in the changelog.
  private static let version = "0.1.0"

  private static var commands: [any ParsableCommand.Type] {
    var commands: [any ParsableCommand.Type] = [
      PlayCommand.self, RadioCommand.self, DemoCommand.self, SearchCommand.self,
      ResolveCommand.self, InfoCommand.self, ExportCommand.self, ServeCommand.self,
      LoginCommand.self, LogoutCommand.self, LoveCommand.self, UnloveCommand.self, RateCommand.self,
      PlaylistsCommand.self,
      SimulateCommand.self, DevicesCommand.self,
      RoomsCommand.self, SnapcastPluginCommand.self,
    ]
    #if SQLite
      commands.insert(LibraryCommand.self, at: 7)
    #endif
    return commands
  }

  package init() {}

  /// Parses, runs, and ends the process with an ``ExitStatus``.
  ///
  /// - Parameter commit: The commit of the build, or `nil` if unknown.
  package static func main(commit: String?) async {
    Descriptors.prepare()
    let arguments = Array(given.dropFirst())
    if arguments == ["--version"] {
      ConsoleWriter.standardOutput.write("playerkit \(version) (\(commit ?? "unknown commit"))\n")
      return
    }
    do {
      try rejectDashes(in: arguments)
      try rejectUnknownCommand(in: arguments)
      var command = try parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error, arguments)
    }
  }

  /// The arguments. File names may not be valid UTF-8, so they are converted to text.
  private static var given: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).compactMap {
      $0.map { FileName.text(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }

  /// A lone `-` also counts as an item that begins with a dash. The argument parser accepts it.
  private static func rejectDashes(in arguments: [String]) throws {
    guard arguments.prefix(while: { $0 != "--" }).contains("-") else { return }
    throw ValidationError("An item that begins with “-” must come after “--”.")
  }

  /// Suggests the nearest command if the first argument is not a command.
  private static func rejectUnknownCommand(in arguments: [String]) throws {
    let names = commands.compactMap { $0.configuration.commandName } + ["help"]
    guard let name = arguments.first, !name.hasPrefix("-"), !names.contains(name) else { return }
    let nearest = NearestName(of: name, among: names).map { " Did you mean “\($0.name)”?" } ?? ""
    throw ValidationError("There is no command “\(name)”.\(nearest)")
  }

  /// Prints the parser's message to the right output, and exits.
  private static func end(with error: any Error, _ arguments: [String]) -> Never {
    let message = ShownItem.message(fullMessage(for: error), quoting: arguments)
    let isHelp = exitCode(for: error).isSuccess
    if !message.isEmpty {
      let writer = isHelp ? ConsoleWriter.standardOutput : .standardError
      writer.write(message + "\n")
    }
    Foundation.exit(ExitStatus(parser: exitCode(for: error).rawValue).rawValue)
  }
}
