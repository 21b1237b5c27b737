import PlayerKit
import PlayerKitInspection
import PlayerKitMPV
import PlayerKitMedia

/// Plays files and URLs, and prints the contents of a now-playing screen: title and artist, cover,
/// chapters, lyrics.
@main @MainActor
struct ShowNowPlaying {
  static func main() async throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isSilent = arguments.first == "--silent"
    if isSilent { arguments.removeFirst() }
    let tracks = arguments.map { URLTrack(item: $0) }
    guard !tracks.isEmpty else { return print("usage: now-playing [--silent] URL-OR-PATH …") }
    let engine = try MPVEngine(
      configuration: .init(
        output: isSilent ? .null : .auto,
        onNotice: { _ in print("There is no sound output: nothing is heard.") }
      )
    )
    let queue = QueuePlayer(players: [URLPlayer(engine: engine)])

    // One inspector for everything: it reads metadata, and keeps the pictures and lyrics that it
    // found.
    let inspector = MediaInspector()
    queue.inspector = inspector
    queue.lyricsSources = [inspector]
    queue.wantsLyrics = true

    let (end, whenEnded) = AsyncStream<Void>.makeStream()
    let screen = Screen(covers: ArtworkLoader(sources: [inspector]))
    screen.onEnd = { whenEnded.finish() }
    queue.addObserver(screen)
    try queue.set(tracks)
    queue.play()

    for await _ in end {}
    await engine.close()
    withExtendedLifetime(screen) {}
  }
}

/// Stands in for the views of an app.
@MainActor
final class Screen: @MainActor QueuePlayerObserver {
  private struct Shown: Equatable {
    let entry: EntryID
    let line: String
    let artwork: Artwork?
  }

  var onEnd = {}
  private let covers: ArtworkLoader
  private var shown: Shown?
  private var loading: Task<Void, Never>?

  init(covers: ArtworkLoader) {
    self.covers = covers
  }

  /// Called once after all changes of a turn, so the screen is drawn only once.
  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    let status = queue.status
    if let entry = status.currentEntry { show(entry, status.playback.streamMetadata?.title) }
    for event in events {
      switch event.change {
      case .chapter(let chapter, let index): print("  chapter \(index):", chapter.title ?? "?")
      case .line(let line, _): print("  ♪", line.text)
      case .failed(let failure): print("  can't be played:", failure.error)
      case .ended: onEnd()
      default: break  // This screen shows nothing else.
      }
    }
  }

  /// - Parameter title: The current title of a radio station.
  private func show(_ entry: QueueEntry, _ title: String?) {
    let metadata = entry.metadata
    let parts = [title ?? metadata.title, metadata.artist, metadata.album]
    let line = parts.map { $0 ?? "?" }.joined(separator: " – ")
    let now = Shown(entry: entry.id, line: line, artwork: metadata.artwork)
    let before = shown
    shown = now
    let isOther = before?.entry != now.entry
    if isOther || before?.line != now.line { print(line) }
    if isOther || before?.artwork != now.artwork { show(metadata.artwork) }
  }

  /// A cover that loads late must not appear beside the next track.
  private func show(_ artwork: Artwork?) {
    loading?.cancel()
    guard let artwork else { return }
    loading = Task { [covers] in
      guard let image = try? await covers.image(for: artwork, atLeast: 600), !Task.isCancelled
      else { return }
      print("  cover:", image)
    }
  }
}
