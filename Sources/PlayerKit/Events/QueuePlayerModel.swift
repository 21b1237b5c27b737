import Observation

/// A queue for a view that observes it by the `Observation` framework.
///
/// Each property changes only when what it says has changed, so that a view is drawn anew only for
/// what it reads. Commands go to ``queue``. The model keeps the queue alive.
///
/// ```swift
/// @State private var model = QueuePlayerModel(queue)
/// // …
/// Text(model.currentEntry?.metadata.title ?? "")
/// Button(model.playback.wantsToPlay ? "Pause" : "Play") { model.queue.togglePlayPause() }
/// ```
@MainActor @Observable
public final class QueuePlayerModel {
  /// What it shows, and what takes commands.
  public let queue: QueuePlayer

  /// Playback of the current entry.
  public private(set) var playback: PlayerStatus
  /// The entry that is current; `nil` only where the queue is empty.
  public private(set) var currentEntry: QueueEntry?
  /// The entries, their order and modes.
  public private(set) var entries: PlayQueue
  /// Why the queue plays nothing; `nil` while it does, and before it ever did.
  public private(set) var endReason: QueueEndReason?
  /// The chapters of the current entry (``QueuePlayerStatus/chapters``).
  public private(set) var chapters: [Chapter] = []
  /// Which of the ``chapters`` is heard, or was heard last; `nil`: none yet.
  public private(set) var currentChapter: Int?
  /// The words of the current entry, while ``QueuePlayer/wantsLyrics`` is set; `nil`: there are
  /// none.
  public private(set) var lyrics: Lyrics?
  /// Which line of the ``lyrics`` is heard; `nil`: none yet.
  public private(set) var currentLine: Int?
  /// Where playback is, at the interval that was asked for.
  public private(set) var position: Duration = .zero

  @ObservationIgnored private var observation: ObserverToken?

  /// Shows `queue` from now on, until the model is freed.
  ///
  /// - Parameter interval: how often ``position`` changes while playing; `nil`: only with a turn.
  public init(_ queue: QueuePlayer, every interval: Duration? = .seconds(1)) {
    self.queue = queue
    let status = queue.status
    playback = status.playback
    entries = status.entries
    currentEntry = status.currentEntry
    endReason = status.endReason
    chapters = status.chapters
    currentChapter = status.currentChapter
    lyrics = status.lyrics
    currentLine = status.currentLine
    observation = queue.observe(every: interval) { [weak self] now in self?.show(now) }
  }

  private func show(_ now: Observed<QueuePlayerEvent>) {
    let status = now.status
    if playback != status.playback { playback = status.playback }
    let isNew = entries.findings != status.entries.findings
    if isNew || entries.revision != status.entries.revision { entries = status.entries }
    if isNew || currentEntry?.id != status.currentEntry?.id { currentEntry = status.currentEntry }
    if endReason != status.endReason { endReason = status.endReason }
    let parts = status.chapters
    if chapters != parts { chapters = parts }
    if currentChapter != status.currentChapter { currentChapter = status.currentChapter }
    if lyrics != status.lyrics { lyrics = status.lyrics }
    if currentLine != status.currentLine { currentLine = status.currentLine }
    if position != now.position { position = now.position }
  }
}
