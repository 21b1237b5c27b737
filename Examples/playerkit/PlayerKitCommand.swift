import ArgumentParser

/// The command line tool `playerkit`: plays queues, and shows what the library can do.
@main
struct PlayerKitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playerkit",
    abstract: "Plays music of several services as one queue."
  )
}
