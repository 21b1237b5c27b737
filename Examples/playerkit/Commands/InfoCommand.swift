import ArgumentParser
import Foundation
import MediaInspection
import MediaLoading
import PlayerKit

/// Says what is in items, without a sound.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what each item is: tags, cover, chapters, format, without playing it.",
    discussion: """
      What stands for several tracks is replaced by them. Live streams and HLS are not listened to. \
      Queries of URLs are left out: they may be secrets.
      """
  )

  @Flag(help: "Write one JSON object an item.")
  var json = false

  @Option(help: ArgumentHelp("Write the first item's cover there.", valueName: "file"))
  var artwork: String?

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("What to look into.", valueName: "item"))
  var items: [String]

  func run() async throws {
    let services = Services(options: services)
    let inspector = MediaInspector()
    let tracks = await ItemReader(services: services).items(for: items).flatMap(\.self).map(\.track)
    var isAnyKnown = false
    var first: Artwork?
    for (index, track) in tracks.enumerated() {
      let described = await DescribedItem(track, services: services, inspector: inspector)
      isAnyKnown = isAnyKnown || described.error == nil
      if index == 0 { first = described.artwork }
      let text = json ? described.json : described.text
      guard ConsoleWriter.standardOutput.write(text + "\n") else { return }
    }
    if let artwork { try await write(first, to: artwork, inspector) }
    if !isAnyKnown { throw ExitCode(ExitStatus.failure.rawValue) }
  }

  private func write(_ cover: Artwork?, to path: String, _ inspector: MediaInspector) async throws {
    guard let cover else { throw failed("The first item has no cover.") }
    do {
      let image = try await ArtworkLoader(sources: [inspector]).image(for: cover, atLeast: .max)
      try image.data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch let error as PlayerError {
      throw failed(error.message)
    } catch {
      throw failed("\(path) can't be written.")
    }
  }

  private func failed(_ message: String) -> ExitCode {
    ConsoleWriter.standardError.write(PrintableText.line("playerkit: \(message)") + "\n")
    return ExitCode(ExitStatus.failure.rawValue)
  }
}
