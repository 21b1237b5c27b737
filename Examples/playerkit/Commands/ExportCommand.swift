import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitPlaylists
import PlayerKitSQLite
import PlayerKitServices

/// Writes the tracks of items to a playlist.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the tracks of items as a playlist.",
    discussion: """
      The ending of FILE selects the format: .m3u8 (.m3u), .pls or .xspf. Whole addresses are written, \
      with their queries. Only you can read a file with such an address. Items that can't be read are reported and left out.
      """
  )

  #if SQLite
    @Option(
      name: .customLong("queue"),
      help: ArgumentHelp("Write the queue that is kept in this SQLite file.", valueName: "store")
    )
    var queueFile: String?
  #endif

  @OptionGroup var services: ServiceOptions

  @Argument(help: ArgumentHelp("The playlist to write.", valueName: "file"))
  var file: String

  @Argument(help: ArgumentHelp("What to write, in this order.", valueName: "item"))
  var items: [String] = []

  private var kept: String? {
    #if SQLite
      queueFile
    #else
      nil
    #endif
  }

  func validate() throws {
    guard PlaylistFile(path: file) != nil else {
      throw ValidationError("The playlist's name must end in .m3u8, .m3u, .pls or .xspf.")
    }
    guard items.isEmpty != (kept == nil) else {
      throw ValidationError(
        kept == nil
          ? "Missing expected argument '<item> ...'" : "Name items, or a queue; not both."
      )
    }
  }

  func run() async throws { try await Interruption.cancelling(answer) }

  private func answer() async throws {
    let services = MusicServices(options: services)
    guard let file = PlaylistFile(path: file) else { return }
    let entries: [QueueItem]
    do throws(PlayerError) {
      if let kept = try await keptEntries() {
        entries = kept
      } else {
        entries = await ItemReader(services: services, lists: ListItems(looksIntoAll: true)).items(
          for: items
        )
        .flatMap(\.self)
      }
    } catch {
      throw failed(error.message)
    }
    var list = Playlist()
    for entry in entries {
      do throws(PlayerError) {
        let written = try await file.entry(of: entry, services)
        list.entries.append(written)
        if let loss = file.loss(of: written) { report(loss, of: entry) }
      } catch {
        report("\(error)", of: entry)
      }
    }
    guard !list.entries.isEmpty else {
      throw failed("There is nothing to write. Name an item that has tracks.")
    }
    do {
      try file.write(list)
    } catch {
      throw failed("\(self.file) can't be written.")
    }
  }

  private func report(_ message: String, of entry: QueueItem) {
    let name = ShownItem.text(entry.track.id)
    ConsoleWriter.standardError.write(PrintableText.line("playerkit: \(name): \(message)") + "\n")
  }

  private func failed(_ message: String) -> ExitCode {
    ConsoleWriter.standardError.write(PrintableText.line("playerkit: \(message)") + "\n")
    return ExitCode(ExitStatus.failure.rawValue)
  }

  /// The entries of a stored queue, or `nil` if none was requested.
  @MainActor
  private func keptEntries() async throws(PlayerError) -> [QueueItem]? {
    #if SQLite
      guard let kept else { return nil }
      // A store would create a missing file, which an export must not do.
      guard FileManager.default.fileExists(atPath: kept) else {
        throw PlayerError(.notFound, "\(kept): no queue is kept here yet.")
      }
      let queue = QueuePlayer(players: [])
      let persister = QueuePersister(of: queue, in: SQLiteQueueStore(path: kept), registry: .known)
      do throws(QueueStoreError) {
        guard try await persister.restore() else {
          throw QueueStoreError(.failed, "\(kept): no queue is kept here yet.")
        }
        // Nothing is written, because another process may use the file.
        return queue.entries.map(\.item)
      } catch {
        throw PlayerError(error)
      }
    #else
      return nil
    #endif
  }
}
