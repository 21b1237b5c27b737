import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMedia
import PlayerKitServices

/// Describes items without playing them.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print the tags, cover, chapters, and format of each item, without playing it.",
    discussion: """
      An item with several tracks is replaced by its tracks. Live streams and HLS are not read. \
      Queries of URLs are left out, because they may be secrets.
      """
  )

  @Flag(help: "Write one JSON object an item.")
  var json = false

  @Option(help: ArgumentHelp("Write the first item's cover there.", valueName: "file"))
  var artwork: String?

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("What to look into.", valueName: "item"))
  var items: [String]

  /// The number of items read concurrently.
  private static let width = 4

  func run() async throws { try await Interruption.cancelling(answer) }

  private func answer() async throws {
    let services = MusicServices(options: services)
    let inspector = MediaInspector(.init(concurrency: Self.width))
    let found = await ItemReader(services: services, lists: ListItems()).items(for: items)
    let tracks = zip(items, found).flatMap { item, found in
      found.map { (item: found.count == 1 ? item : $0.track.item(of: item), queued: $0) }
    }
    var isAnyKnown = false
    var first: Artwork?
    let isRead = await withTaskGroup(of: (Int, DescribedItem).self) { group in
      var (next, printed) = (0, 0)
      var described: [Int: DescribedItem] = [:]
      while printed < tracks.count {
        while next < min(printed + Self.width, tracks.count) {
          let (index, entry) = (next, tracks[next])
          group.addTask {
            (
              index,
              await DescribedItem(
                entry.item,
                entry.queued,
                services: services,
                inspector: inspector
              )
            )
          }
          next += 1
        }
        if let (index, item) = await group.next() { described[index] = item }
        while let item = described.removeValue(forKey: printed) {
          isAnyKnown = isAnyKnown || item.error == nil
          if printed == 0 { first = item.artwork }
          printed += 1
          guard ConsoleWriter.standardOutput.write((json ? item.json : item.text) + "\n") else {
            group.cancelAll()
            return false
          }
        }
      }
      return true
    }
    guard isRead else { return }
    if let artwork { try await write(first, to: artwork, [inspector] + services.artworkSources) }
    if !isAnyKnown { throw ExitCode(ExitStatus.failure.rawValue) }
  }

  private func write(
    _ cover: Artwork?,
    to path: String,
    _ sources: [any ArtworkSource]
  ) async throws {
    guard let cover else { throw failed("The first item has no cover. Leave out --cover.") }
    do {
      let image = try await ArtworkLoader(sources: sources).image(for: cover, atLeast: .max)
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

extension Track {
  /// Names this track among the tracks of an item, by text that can be used as an item if it is
  /// known.
  fileprivate func item(of item: String) -> String {
    guard case .link(let link) = MusicReference(item, recognizers: .known) else { return id }
    let own = "\(link.service.rawValue):\(id)"
    guard case .link(let found) = MusicReference(own, recognizers: .known), found.id == id else {
      return id
    }
    return own
  }
}
