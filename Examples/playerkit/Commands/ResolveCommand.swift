import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitServices

/// Identifies items without playing them.
struct ResolveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Print what each item is, and which URL would be played.",
    discussion: "Queries of URLs may be secrets. They are left out without --show-urls."
  )

  @Flag(name: .customLong("show-urls"), help: "Print whole URLs, with their queries.")
  var showURLs = false

  @Flag(help: "Write one JSON object an item.")
  var json = false

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("What to look at.", valueName: "item"))
  var items: [String]

  func run() async throws { try await Interruption.cancelling(answer) }

  private func answer() async throws {
    let services = MusicServices(options: services)
    let found = await ItemReader(services: services, lists: ListItems(looksIntoAll: true)).items(
      for: items
    )
    var isAnyPlayable = false
    for (item, found) in zip(items, found) {
      let tracks = found.map(\.track)
      let resolved = await ResolvedItem(item, tracks, showsQueries: showURLs, services: services)
      isAnyPlayable = isAnyPlayable || resolved.error == nil
      let line = json ? resolved.json : resolved.text
      guard ConsoleWriter.standardOutput.write(line + "\n") else { return }
    }
    if !isAnyPlayable { throw ExitCode(ExitStatus.failure.rawValue) }
  }
}
