import PlayerKit
import PlayerKitTesting

/// A queue of several playlists, and its reports about them.
struct SectionFixture {
  let fixture: QueueFixture
  let observer: RecordingObserver<QueuePlayerEvent>

  var queue: QueuePlayer { fixture.queue }

  /// - Parameter names: "x1" is a track of the section x; "1" has no section.
  init(
    _ names: [String],
    startAt start: Int = 0,
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws {
    fixture = try QueueFixture([], configure: configure)
    observer = RecordingObserver(of: fixture.queue)
    try fixture.queue.set(items(names), startAt: start)
  }

  func items(_ names: [String]) -> [QueueItem] {
    for name in names { fixture.script(name, FakeMedia()) }
    return Self.items(names)
  }

  static func items(_ names: [String]) -> [QueueItem] {
    names.map { name in
      let id = name.prefix { $0.isLetter }
      let section = id.isEmpty ? nil : QueueSection(id: String(id))
      return QueueItem(URLTrack(path: name), section: section)
    }
  }

  /// The reports of sections and of the end since the last call, as words.
  func told() async -> [String] {
    await queue.events.delivered()
    return observer.events.compactMap { event in
      switch event.change {
      case .sectionBegan, .sectionEnded, .willEnd, .ended, .sourceFailed:
        QueueLog.word(for: event)
      case .transition(let transition): transition.to?.track.id ?? "none"
      case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
        .failed, .metadata, .historyErased, .chapter, .lyrics, .line:
        nil
      }
    }
  }

  func sections() async -> [String] {
    await told().filter { $0.hasPrefix("begins") || $0.hasPrefix("ends") }
  }

  func ends() async -> [String] {
    await told().filter { $0.hasPrefix("will end") }
  }
}
