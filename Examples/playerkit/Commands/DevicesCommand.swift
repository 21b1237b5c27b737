import ArgumentParser
import PlayerKit
import PlayerKitMPV

/// Lists where the sound can go.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the audio outputs, as --output takes them."
  )

  @Flag(help: "Write one JSON object a line.")
  var json = false

  func run() async throws {
    throw ValidationError("to be")
  }
}
