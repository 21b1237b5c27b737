import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// The state of playback for a page. The position is from the time of writing.
struct WebState: Sendable, Equatable {
  var state = PlayerState.initial
  /// The state that all remote controls show.
  var playback = RemoteSnapshot.State.stopped
  var wantsToPlay = false
  var isBuffering = false
  var anchor: PositionAnchor?
  var duration: Duration?
  var isSeekable = false
  var isLive = false
  var volume = 1.0
  var isMuted = false
  var rate = 1.0
  var isShuffled = false
  var repeatMode = RepeatMode.off
  var stopsAfterCurrent = false
  var sleepTimer: SleepTimer?
  var entry: WebEntry?
  var index: Int?
  /// The next entry in play order, within this pass through the queue.
  var next: WebEntry?
  var count = 0
  /// Changes after each change of the entries in windows.
  var queue = 0
  var chapter: Int?
  var line: Int?
  /// The title that a station reports.
  var stream: String?
  var end: String?
  var error: String?
  /// The error's code.
  var errorCode: String?
  /// The name of the reason that suppresses the sound although playing is wanted.
  var waitsFor: String?
  /// The time of writing, on the queue's clock.
  var now = MonotonicInstant(sinceOrigin: .zero)
}

extension WebState: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state, playback, wantsToPlay, isBuffering, position, speed, duration, isSeekable, isLive,
      volume
    case isMuted, rate, isShuffled, repeatMode, stopsAfterCurrent, sleep, entry, index, next, count
    case queue, chapter, line, stream, end, error, errorCode, waitsFor
  }

  private struct Sleep: Encodable {
    var seconds: Double?
    var endOfTrack: Bool?
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(state.rawValue, forKey: .state)
    try values.encode(playback.rawValue, forKey: .playback)
    try values.encode(wantsToPlay, forKey: .wantsToPlay)
    try values.encode(isBuffering, forKey: .isBuffering)
    try values.encode(position.webSeconds, forKey: .position)
    try values.encode(anchor?.speed ?? 0, forKey: .speed)
    try values.encodeIfPresent(duration?.webSeconds, forKey: .duration)
    try values.encode(isSeekable, forKey: .isSeekable)
    try values.encode(isLive, forKey: .isLive)
    try values.encode(volume, forKey: .volume)
    try values.encode(isMuted, forKey: .isMuted)
    try values.encode(rate, forKey: .rate)
    try values.encode(isShuffled, forKey: .isShuffled)
    try values.encode(repeatMode, forKey: .repeatMode)
    try values.encode(stopsAfterCurrent, forKey: .stopsAfterCurrent)
    try values.encodeIfPresent(sleep, forKey: .sleep)
    try values.encodeIfPresent(entry, forKey: .entry)
    try values.encodeIfPresent(index, forKey: .index)
    try values.encodeIfPresent(next, forKey: .next)
    try values.encode(count, forKey: .count)
    try values.encode(queue, forKey: .queue)
    try values.encodeIfPresent(chapter, forKey: .chapter)
    try values.encodeIfPresent(line, forKey: .line)
    try values.encodeIfPresent(stream, forKey: .stream)
    try values.encodeIfPresent(end, forKey: .end)
    try values.encodeIfPresent(error, forKey: .error)
    try values.encodeIfPresent(errorCode, forKey: .errorCode)
    try values.encodeIfPresent(waitsFor, forKey: .waitsFor)
  }

  private var position: Duration {
    let position = max(.zero, anchor?.position(at: now) ?? .zero)
    return duration.map { min(position, $0) } ?? position
  }

  private var sleep: Sleep? {
    switch sleepTimer {
    case .at(let instant, _): Sleep(seconds: max(.zero, instant - now).webSeconds)
    case .endOfTrack: Sleep(endOfTrack: true)
    case nil: nil
    }
  }
}

extension Duration {
  /// The duration in seconds, with milliseconds.
  var webSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + (Double(attoseconds) / 1e15).rounded(.down) / 1e3
  }
}

// MARK: - Snapshot of a queue

/// Everything that pages receive without a request.
struct WebSnapshot: Sendable, Equatable {
  var state = WebState()
  var chapters = WebChapters(chapters: [])
  var lyrics = WebLyrics(lines: [])
}

extension WebSnapshot {
  /// - Parameters:
  ///   - version: The version of the queue's entries.
  ///   - memory: The lyrics and chapters from the last call. There may be thousands, and they
  ///     seldom change.
  init(_ status: QueuePlayerStatus, version: Int, memory: inout WebLyricsCache) {
    memory.renew(status)
    state = WebState(status, version: version)
    chapters = memory.webChapters
    lyrics = memory.webLyrics
  }
}

/// The lyrics and chapters of an entry, and their messages for pages.
struct WebLyricsCache: Sendable {
  private var entry: EntryID?
  private var chapters: [Chapter] = []
  private var lyrics: Lyrics?
  private(set) var webChapters = WebChapters(chapters: [])
  private(set) var webLyrics = WebLyrics(lines: [])

  /// Updates the messages. Comparing unchanged values is cheap, because they share storage.
  fileprivate mutating func renew(_ status: QueuePlayerStatus) {
    let entry = status.currentEntry?.id
    let chapters = status.chapters
    guard entry != self.entry || chapters != self.chapters || status.lyrics != lyrics else {
      return
    }
    self.entry = entry
    self.chapters = chapters
    lyrics = status.lyrics
    webChapters = WebChapters(
      entry: entry?.description,
      chapters: Array(
        chapters.prefix(2_000)
          .map { WebChapters.Chapter(title: $0.title?.cleaned, start: $0.start.webSeconds) }
          .fitting { 48 + ($0.title?.jsonSize ?? 0) }
      )
    )
    webLyrics = WebLyrics(
      entry: entry?.description,
      lines: Array(
        (lyrics?.lines ?? []).prefix(4_000)
          .map { WebLyrics.Line(start: $0.start?.webSeconds, text: $0.text.cleaned ?? "") }
          .fitting { 48 + $0.text.jsonSize }
      ),
      language: lyrics?.language?.cleaned
    )
  }
}

extension WebState {
  fileprivate init(_ status: QueuePlayerStatus, version: Int) {
    let (playback, entries) = (status.playback, status.entries)
    state = playback.state
    // The position is from the time of writing.
    self.playback = RemoteSnapshot(status, at: now).state
    wantsToPlay = playback.wantsToPlay
    isBuffering = playback.isBuffering
    anchor = playback.anchor
    duration = playback.duration ?? status.currentEntry?.metadata.duration
    isSeekable = playback.isSeekable
    isLive = playback.isLive
    volume = playback.volume
    isMuted = playback.isMuted
    rate = playback.rate
    isShuffled = entries.isShuffled
    repeatMode = entries.repeatMode
    stopsAfterCurrent = status.stopsAfterCurrent
    sleepTimer = status.sleepTimer
    entry = status.currentEntry.map { WebEntry($0) }
    index = entries.currentIndex
    next = entries.following.map { WebEntry($0) }
    count = entries.count
    queue = version
    chapter = status.currentChapter
    line = status.currentLine
    stream = playback.streamMetadata?.title?.cleaned
    end = status.endReason?.webName
    error = playback.error?.message.cleaned
    errorCode = playback.error?.code.rawValue.cleaned
    waitsFor = playback.wantsToPlay ? playback.suppression?.rawValue.cleaned : nil
  }
}

extension WebEntry {
  init(_ entry: QueueEntry) {
    let metadata = entry.metadata
    self.init(
      id: entry.id.description,
      title: metadata.title?.cleaned,
      artist: metadata.artist?.cleaned,
      album: metadata.album?.cleaned,
      duration: metadata.duration?.webSeconds,
      cover: metadata.artwork.map { WebCover.path(of: $0, entry: entry.id) },
      service: entry.track.playerType?.rawValue.cleaned
    )
  }
}

extension PlayQueue {
  /// The entry after the current one in play order. `nil` for the last one.
  fileprivate var following: QueueEntry? {
    guard let current, let place = playIndex(of: current), place + 1 < count else { return nil }
    return self[playOrder[place + 1]]
  }
}

extension QueueEndReason {
  fileprivate var webName: String {
    switch self {
    case .finished: "finished"
    case .failed: "failed"
    case .takenOver: "takenOver"
    case .cleared: "cleared"
    case .stopped: "stopped"
    }
  }
}
