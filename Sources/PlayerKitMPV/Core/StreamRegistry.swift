import Dispatch
import PlayerKitSystem
import PlayerKitMedia
import PlayerKit

/// What libmpv may open: entries by number, each with its source, and why reading one failed.
///
/// Threads: any. The only strings that libmpv gets to open are the names made here.
final class StreamRegistry: Sendable {
  /// The protocol of the names.
  static let scheme = "pk"

  /// What is known of an entry since libmpv has opened it.
  struct Facts: Sendable {
    /// Why the bytes ceased to come; `nil` where they did not. The first reason counts.
    var failure: PlayerError?
    /// Where the audio ends; `nil` where the media does not tell, or was not read yet.
    var end: ExactEnd?
    /// How long the audio is, in seconds; see ``AudioLength``.
    var audioLength: Double?
    /// Of an MP3.
    var mp3: GaplessInfo?
  }

  private struct Item {
    let source: any ByteSource
    var facts = Facts()
    weak var opened: OpenedStream?
    /// Opened ahead, and not taken by libmpv yet.
    var ahead: PrefetchStream?
    /// When that was.
    var openedAt: MonotonicInstant?
  }

  private let clock: any PlaybackClock
  private let longestWait: Duration

  private let items = Locked<[PlaylistEntryID: Item]>([:])
  private let examinations = DispatchGroup()
  private let isClosed = Locked(false)
  private let onJump = Locked<(@Sendable (PlaylistEntryID, Duration, Int64) -> Void)?>(nil)
  private let onMetadata = Locked<(@Sendable (PlaylistEntryID, StreamMetadata, Int64) -> Void)?>(
    nil
  )

  /// - Parameter longestWait: how long a live stream may wait for libmpv that was opened ahead. What it has
  ///   is too old then, and it is opened anew.
  init(
    clock: any PlaybackClock = SystemPlaybackClock(),
    longestWait: Duration = .seconds(60)
  ) {
    self.clock = clock
    self.longestWait = longestWait
  }

  /// The name under which libmpv opens an entry.
  static func name(of entry: PlaylistEntryID) -> String {
    "\(scheme)://\(entry.number)"
  }

  /// The entry with this name.
  static func entry(named name: String) -> PlaylistEntryID? {
    let prefix = "\(scheme)://"
    guard name.hasPrefix(prefix) else { return nil }
    return UInt64(name.dropFirst(prefix.count)).map(PlaylistEntryID.init(number:))
  }

  func add(_ entry: PlaylistEntryID, source: any ByteSource) {
    items.withLock { $0[entry] = Item(source: source) }
  }

  /// Streams that are open already stay open until libmpv closes them.
  func remove(_ entry: PlaylistEntryID) { exchange(entry, for: nil) }

  /// Has an entry read another source, which is the same media; to be called before libmpv opens it.
  func replace(_ source: any ByteSource, of entry: PlaylistEntryID) {
    exchange(entry, for: Item(source: source))
  }

  private func exchange(_ entry: PlaylistEntryID, for item: Item?) {
    let ahead = items.withLock { items in
      defer { if items[entry] != nil { items[entry] = item } }
      return items[entry]?.ahead
    }
    ahead?.cancel()
    ahead?.close()
  }

  /// What libmpv reads an entry from; `nil` before that is open, and when libmpv has closed it.
  func stream(of entry: PlaylistEntryID) -> OpenedStream? {
    items.withLock { $0[entry]?.opened }
  }

  /// Whether what was opened ahead of an entry can seek, and has an end; its first bytes must have
  /// been examined. `nil`: nothing is open.
  func isBoundedAhead(_ entry: PlaylistEntryID) -> Bool? {
    items.withLock { $0[entry]?.ahead }.map { $0.isSeekable && !$0.isLive }
  }

  /// Whether what was opened ahead of an entry has no end, as far as its server has told; its first bytes
  /// must have been examined. `nil`: nothing is open, or libmpv has it by now.
  func isLiveAhead(_ entry: PlaylistEntryID) -> Bool? {
    items.withLock { $0[entry]?.ahead }?.isLive
  }

  /// Opens the source of an entry ahead and reads its first bytes, on a thread of its own. The
  /// stream waits for libmpv then.
  func examine(_ entry: PlaylistEntryID, onVerdict: @escaping @Sendable (Verdict) -> Void) {
    guard let source = items.withLock({ $0[entry]?.source }) else { return }
    let readsIndex = source is any KeepingByteSource || source is any LocalByteSource
    let stream = PrefetchStream(source.makeStream(), readsIndex: readsIndex)
    items.withLock { items in
      items[entry]?.ahead = stream
      items[entry]?.openedAt = clock.now
    }
    examinations.startThread("ahead") { onVerdict(stream.examine()) }
  }

  /// Returns when no thread of ``examine(_:onVerdict:)`` is left; their streams must be cancelled.
  func waitForExaminations() {
    examinations.wait()
  }

  /// The source of an entry, if all of it is at hand.
  func localSource(of entry: PlaylistEntryID) -> (any ByteSource)? {
    items.withLock { $0[entry]?.source }.flatMap { $0 is any LocalByteSource ? $0 : nil }
  }

  /// Reads media on a thread of its own, until the engine ends.
  func startCounting(_ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void) {
    examinations.startThread("count") { [self] in body { isClosed.withLock(\.self) } }
  }

  /// Ends what ``startCounting(_:)`` reads.
  func stopCounting() { isClosed.withLock { $0 = true } }

  func facts(of entry: PlaylistEntryID) -> Facts {
    items.withLock { $0[entry]?.facts } ?? Facts()
  }

  /// Has no effect on an entry that was removed.
  func record(_ entry: PlaylistEntryID, _ change: (inout Facts) -> Void) {
    items.withLock { items in
      guard var facts = items[entry]?.facts else { return }
      let failure = facts.failure
      change(&facts)
      facts.failure = failure ?? facts.failure
      items[entry]?.facts = facts
    }
  }

  func open(_ name: String) -> OpenedStream? {
    guard let entry = Self.entry(named: name) else { return nil }
    let known = items.withLock { items in
      defer {
        items[entry]?.facts = Facts()
        items[entry]?.ahead = nil
      }
      return items[entry]
    }
    guard let item = known else { return nil }
    let stream = OpenedStream(
      entry: entry,
      stream: fresh(item) ?? item.source.makeStream(),
      registry: self
    )
    items.withLock { $0[entry]?.opened = stream }
    return stream
  }

  /// What was opened ahead, unless it has grown old.
  private func fresh(_ item: Item) -> PrefetchStream? {
    guard let ahead = item.ahead, let openedAt = item.openedAt else { return item.ahead }
    guard ahead.isEndless, clock.now - openedAt > longestWait else { return ahead }
    ahead.cancel()
    ahead.close()
    return nil
  }

  /// Sets who hears what streams say about themselves, and at which byte: on a thread of libmpv's,
  /// under no lock, when libmpv gets the bytes behind that.
  func setMetadataHandler(
    _ handler: @escaping @Sendable (PlaylistEntryID, StreamMetadata, Int64) -> Void
  ) {
    onMetadata.withLock { $0 = handler }
  }

  /// Sets who hears that a live stream goes on later than where it was, and at which byte; as
  /// ``setMetadataHandler(_:)``.
  func setJumpHandler(_ handler: @escaping @Sendable (PlaylistEntryID, Duration, Int64) -> Void) {
    onJump.withLock { $0 = handler }
  }

  func announce(jump: Duration, in entry: PlaylistEntryID, at offset: Int64) {
    onJump.withLock(\.self)?(entry, jump, offset)
  }

  func announce(_ metadata: StreamMetadata, from entry: PlaylistEntryID, at offset: Int64) {
    onMetadata.withLock(\.self)?(entry, metadata, offset)
  }
}
