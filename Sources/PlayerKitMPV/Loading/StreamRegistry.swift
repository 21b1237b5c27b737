import Foundation
import Locking
import PlayerKit

/// What libmpv may open: entries by number, each with its source, and why reading one failed.
///
/// Threads: any. The only strings that libmpv gets to open are the names made here.
final class StreamRegistry: Sendable {
  /// The protocol of the names.
  static let scheme = "pk"

  private struct Item {
    let source: any ByteSource
    var failure: PlayerError?
    var end: ExactEnd?
    var audioLength: Double?
    var mp3: MP3Account?
    weak var opened: OpenedStream?
    /// Opened ahead, and not taken by libmpv yet.
    var ahead: AheadStream?
  }

  private let items = Locked<[Entry: Item]>([:])
  private let examinations = DispatchGroup()
  private let onMetadata = Locked<(@Sendable (Entry, StreamMetadata, Int64) -> Void)?>(nil)

  /// The name under which libmpv opens an entry.
  static func name(of entry: Entry) -> String {
    "\(scheme)://\(entry.number)"
  }

  /// The entry with this name.
  static func entry(named name: String) -> Entry? {
    let prefix = "\(scheme)://"
    guard name.hasPrefix(prefix) else { return nil }
    return UInt64(name.dropFirst(prefix.count)).map(Entry.init(number:))
  }

  func add(_ entry: Entry, source: any ByteSource) {
    items.withLock { $0[entry] = Item(source: source) }
  }

  /// Streams that are open already stay open until libmpv closes them.
  func remove(_ entry: Entry) {
    let item = items.withLock { $0.removeValue(forKey: entry) }
    item?.ahead?.cancel()
    item?.ahead?.close()
  }

  /// Has an entry read another source, which is the same media; to be called before libmpv opens it.
  func replace(_ source: any ByteSource, of entry: Entry) {
    let ahead = items.withLock { items in
      let ahead = items[entry]?.ahead
      if items[entry] != nil { items[entry] = Item(source: source) }
      return ahead
    }
    ahead?.cancel()
    ahead?.close()
  }

  /// Has what reads an entry give up.
  func cancel(_ entry: Entry) {
    items.withLock { $0[entry]?.opened }?.cancel()
  }

  /// Whether what was opened ahead of an entry can seek, and has an end; its first bytes must have
  /// been examined. `nil`: nothing is open.
  func isBoundedAhead(_ entry: Entry) -> Bool? {
    items.withLock { $0[entry]?.ahead }.map { $0.isSeekable && !$0.isLive }
  }

  /// Opens the source of an entry ahead and reads its first bytes, on a thread of its own. The
  /// stream waits for libmpv then.
  func examine(_ entry: Entry, onVerdict: @escaping @Sendable (Verdict) -> Void) {
    guard let source = items.withLock({ $0[entry]?.source }) else { return }
    let readsIndex = source is any KeepingByteSource || source is any LocalByteSource
    let stream = AheadStream(source.makeStream(), readsIndex: readsIndex)
    items.withLock { $0[entry]?.ahead = stream }
    let examinations = examinations
    examinations.enter()
    let thread = Thread {
      onVerdict(stream.examine())
      examinations.leave()
    }
    thread.name = "PlayerKit.MPV.ahead"
    thread.start()
  }

  /// Returns when no thread of ``examine(_:onVerdict:)`` is left; their streams must be cancelled.
  func waitForExaminations() {
    examinations.wait()
  }

  /// Why the bytes of an entry ceased to come; `nil` where they did not.
  func failure(of entry: Entry) -> PlayerError? {
    items.withLock { $0[entry]?.failure }
  }

  func open(_ name: String) -> (any MPVStream)? {
    guard let entry = Self.entry(named: name) else { return nil }
    let item = items.withLock { items in
      let item = items[entry]
      items[entry]?.failure = nil
      items[entry]?.end = nil
      items[entry]?.audioLength = nil
      items[entry]?.mp3 = nil
      items[entry]?.ahead = nil
      return item
    }
    guard let item else { return nil }
    let stream = OpenedStream(
      entry: entry,
      stream: item.ahead ?? item.source.makeStream(),
      registry: self
    )
    items.withLock { $0[entry]?.opened = stream }
    return stream
  }

  /// Whether the stream of an entry can seek, as far as that is known.
  func isSeekable(_ entry: Entry) -> Bool {
    items.withLock { $0[entry]?.opened }?.isKnownSeekable ?? false
  }

  /// Whether the stream of an entry has no end, as far as that is known.
  func isLive(_ entry: Entry) -> Bool {
    items.withLock { $0[entry]?.opened }?.isLive ?? false
  }

  /// How many bytes of an entry libmpv has got.
  func bytesRead(of entry: Entry) -> Int64 {
    items.withLock { $0[entry]?.opened }?.offset ?? 0
  }

  /// Sets who hears what streams say about themselves, and at which byte: on a thread of libmpv's,
  /// under no lock, when libmpv gets the bytes behind that.
  func setMetadataHandler(_ handler: @escaping @Sendable (Entry, StreamMetadata, Int64) -> Void) {
    onMetadata.withLock { $0 = handler }
  }

  func note(_ metadata: StreamMetadata, for entry: Entry, at offset: Int64) {
    onMetadata.withLock(\.self)?(entry, metadata, offset)
  }

  /// Where the audio of an entry ends; `nil` where its media does not tell, or has not been read yet.
  func exactEnd(of entry: Entry) -> ExactEnd? {
    items.withLock { $0[entry]?.end }
  }

  func note(_ end: ExactEnd, for entry: Entry) {
    items.withLock { $0[entry]?.end = end }
  }

  /// How long the audio of an entry is, in seconds; see ``AudioLength``.
  func audioLength(of entry: Entry) -> Double? {
    items.withLock { $0[entry]?.audioLength }
  }

  func note(audioLength: Double, for entry: Entry) {
    items.withLock { $0[entry]?.audioLength = audioLength }
  }

  /// The frames of an entry that passed by now.
  func frames(of entry: Entry) -> MPEGFrameCounter? {
    items.withLock { $0[entry]?.opened }?.frames
  }

  /// What is known of an entry that is an MP3, once it is open.
  func mp3(_ entry: Entry) -> MP3Account? {
    items.withLock { $0[entry]?.mp3 }
  }

  func note(_ mp3: MP3Account, for entry: Entry) {
    items.withLock { $0[entry]?.mp3 = mp3 }
  }

  func note(_ failure: PlayerError, for entry: Entry) {
    items.withLock { items in
      if items[entry]?.failure == nil { items[entry]?.failure = failure }
    }
  }
}
