import Observation

/// An observable model of a queue for views that use the `Observation` framework.
///
/// Each property changes only if its value has changed, so a view is redrawn only if a property
/// that it reads changes. Commands go to ``queue``, which the model retains.
///
/// ```swift
/// @State private var model = QueuePlayerModel(queue)
/// // …
/// Text(model.currentEntry?.metadata.title ?? "")
/// Button(model.playback.wantsToPlay ? "Pause" : "Play") { model.queue.togglePlayPause() }
/// ```
@MainActor @Observable
public final class QueuePlayerModel {
  /// The queue that the model shows and that takes commands.
  public let queue: QueuePlayer

  /// Playback of the current entry.
  public private(set) var playback: PlayerStatus
  /// The current entry; `nil` only if the queue is empty.
  public private(set) var currentEntry: QueueEntry?
  /// The entries, their order and modes.
  public private(set) var entries: PlayQueue
  /// The reason why the queue plays nothing; `nil` while it plays, and before it ever did.
  public private(set) var endReason: QueueEndReason?
  /// The chapters of the current entry (``QueuePlayerStatus/chapters``).
  public private(set) var chapters: [Chapter] = []
  /// The index of the current or last played chapter in ``chapters``; `nil` if there was none yet.
  public private(set) var currentChapter: Int?
  /// The lyrics of the current entry, while ``QueuePlayer/wantsLyrics`` is set; `nil` if there are
  /// none.
  public private(set) var lyrics: Lyrics?
  /// The index of the current line in ``lyrics``; `nil` if there was none yet.
  public private(set) var currentLine: Int?
  /// The current position, updated at the requested interval.
  public private(set) var position: Duration = .zero

  @ObservationIgnored private var observation: ObserverToken?

  /// Creates a model that follows `queue` until the model is freed.
  ///
  /// - Parameter queue: The queue to follow.
  /// - Parameter interval: How often ``position`` changes during playback; `nil` to update it only
  ///   with a turn.
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
