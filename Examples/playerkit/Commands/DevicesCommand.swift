import ArgumentParser
import PlayerKit
import PlayerKitMPV

/// Lists the audio outputs.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the audio outputs, as --output takes them."
  )

  @Flag(help: "Write one JSON object a line.")
  var json = false

  func run() async throws {
    let noise = LibraryNoise()
    defer { withExtendedLifetime(noise) {} }
    do throws(PlayerError) {
      for device in try await MPVEngine.devices() {
        guard ConsoleWriter.standardOutput.write(line(for: device) + "\n") else { return }
      }
    } catch {
      ConsoleWriter.standardError.write("playerkit: \(PrintableText.line(error.description))\n")
      throw ExitCode(ExitStatus.failure.rawValue)
    }
  }

  private func line(for device: AudioDevice) -> String {
    let id = OutputOption.argument(forDevice: device.id)
    guard json else {
      return "\(id)\t\(PrintableText.line(device.name))\(device.isDefault ? " (default)" : "")"
    }
    var object = JSONObject()
    object.add("id", id)
    object.add("name", device.name)
    object.add("default", device.isDefault)
    return object.text
  }
}
