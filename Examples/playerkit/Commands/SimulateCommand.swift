import ArgumentParser
import PlayerKitServiceSimulator

/// Runs the service simulator.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run a local server that behaves like the music services, until interrupted.",
    discussion: """
      Prints one line of JSON when it is ready: the base URLs of the services, and tokens that it \
      accepts. It listens on 127.0.0.1 only.
      """
  )

  @Option(help: ArgumentHelp("The port; 0: any that is free.", valueName: "port"))
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("What the catalog and the tokens are made from.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp("How long each answer is held back, in milliseconds.", valueName: "ms"),
    transform: Self.milliseconds
  )
  var latency = Duration.zero

  func run() async throws {
    // Installed before the ready line, because its reader may send a signal at once.
    let inputs = SessionInputs()
    let interruption = Interruption()
    interruption.respond { inputs.send(.interrupted($0)) }
    defer { withExtendedLifetime(interruption) {} }
    let simulator: ServiceSimulator
    do {
      simulator = try await ServiceSimulator.start(
        .init(seed: seed, port: port, latency: latency)
      )
      ConsoleWriter.standardOutput.write(simulator.readyLine() + "\n")
    } catch {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line("\(error)"))\n")
      throw ExitCode(ExitStatus.failure.rawValue)
    }
    await inputs.interruption()
    await simulator.stop()
    throw ExitCode(ExitStatus.interrupted.rawValue)
  }

  private static func milliseconds(_ text: String) throws -> Duration {
    guard let count = Int(text), (0...60_000).contains(count) else {
      throw ValidationError("a latency is a whole number of milliseconds from 0 to 60000")
    }
    return .milliseconds(count)
  }
}
