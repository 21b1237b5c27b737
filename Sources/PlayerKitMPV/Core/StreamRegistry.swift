import Dispatch
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// The entries that libmpv may open, by number, with their sources and read failures.
///
/// Callable from any thread. libmpv opens only names that this class creates.
final class StreamRegistry: Sendable {
  /// The protocol of the names.
  static let scheme = "pk"

  /// Facts about an entry since libmpv opened it.
  struct Facts: Sendable {
    /// Why the bytes stopped; `nil` if they did not. The first reason counts.
    var failure: PlayerError?
    /// The end of the audio; `nil` if the media does not state it or was not read yet.
    var end: ExactEnd?
    /// The length of the audio in seconds; see `MP4AudioTrack`.
    var audioLength: Double?
    /// Facts about an MP3.
    var mp3: GaplessInfo?
    /// The length of AAC in ADTS, once its frames are counted.
    var countedLength: Duration?
    /// The links of an Ogg file on a server, once they are read.
    var chain: OggChain?
  }

  private struct Item {
    let source: any ByteSource
    var facts = Facts()
    weak var opened: OpenedStream?
    /// A stream that was opened ahead and that libmpv has not taken yet.
    var ahead: PrefetchStream?
    /// When the stream was opened ahead.
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

  /// - Parameter longestWait: how long a live stream that was opened ahead may wait for libmpv.
  ///   After that, its data is too old and it is reopened.
  init(
    clock: any PlaybackClock = SystemPlaybackClock(),
    longestWait: Duration = .seconds(60)
  ) {
    self.clock = clock
    self.longestWait = longestWait
  }

  /// Returns the name under which libmpv opens an entry.
  static func name(of entry: PlaylistEntryID) -> String {
    "\(scheme)://\(entry.number)"
  }

  /// Returns the entry with this name.
  static func entry(named name: String) -> PlaylistEntryID? {
    let prefix = "\(scheme)://"
    guard name.hasPrefix(prefix) else { return nil }
    return UInt64(name.dropFirst(prefix.count)).map(PlaylistEntryID.init(number:))
  }

  func add(_ entry: PlaylistEntryID, source: any ByteSource) {
    items.withLock { $0[entry] = Item(source: source) }
  }

  /// Removes an entry. Streams that are open stay open until libmpv closes them.
  func remove(_ entry: PlaylistEntryID) { exchange(entry, for: nil) }

  /// Replaces an entry's source with another one for the same media. Call it before libmpv opens
  /// the entry.
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

  /// Returns the stream from which libmpv reads an entry; `nil` before it is open and after libmpv
  /// has closed it.
  func stream(of entry: PlaylistEntryID) -> OpenedStream? {
    items.withLock { $0[entry]?.opened }
  }

  /// Returns whether the stream opened ahead for an entry can seek and has an end. Its first bytes
  /// must have been examined. `nil` if none is open.
  func isBoundedAhead(_ entry: PlaylistEntryID) -> Bool? {
    items.withLock { $0[entry]?.ahead }.map { $0.isSeekable && !$0.isLive }
  }

  /// Returns whether the stream opened ahead for an entry has no end, according to its server. Its
  /// first bytes must have been examined. `nil` if none is open, or libmpv has taken it.
  func isLiveAhead(_ entry: PlaylistEntryID) -> Bool? {
    items.withLock { $0[entry]?.ahead }?.isLive
  }

  /// Opens the source of an entry ahead and reads its first bytes, on its own thread. Then the
  /// stream waits for libmpv.
  func examine(_ entry: PlaylistEntryID, onVerdict: @escaping @Sendable (Verdict) -> Void) {
    guard let source = items.withLock({ $0[entry]?.source }) else { return }
    let readsIndex = source is any RetainingByteSource || source is any LocalByteSource
    let stream = PrefetchStream(source.makeStream(), readsIndex: readsIndex)
    items.withLock { items in
      items[entry]?.ahead = stream
      items[entry]?.openedAt = clock.now
    }
    examinations.startThread("ahead") { onVerdict(stream.examine()) }
  }

  /// Waits until all threads of ``examine(_:onVerdict:)`` have ended. Cancel their streams first.
  func waitForExaminations() {
    examinations.wait()
  }

  /// Returns the source of an entry, if it is local.
  func localSource(of entry: PlaylistEntryID) -> (any ByteSource)? {
    items.withLock { $0[entry]?.source }.flatMap { $0 is any LocalByteSource ? $0 : nil }
  }

  /// Reads media on its own thread, until the engine ends.
  func startCounting(_ body: @escaping @Sendable (_ isCancelled: () -> Bool) -> Void) {
    examinations.startThread("count") { [self] in body { isClosed.withLock(\.self) } }
  }

  /// Stops the reads of ``startCounting(_:)``.
  func stopCounting() { isClosed.withLock { $0 = true } }

  func facts(of entry: PlaylistEntryID) -> Facts {
    items.withLock { $0[entry]?.facts } ?? Facts()
  }

  /// Changes the facts of an entry. Has no effect on a removed entry.
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

  /// Returns the stream that was opened ahead, unless it is too old.
  private func fresh(_ item: Item) -> PrefetchStream? {
    guard let ahead = item.ahead, let openedAt = item.openedAt else { return item.ahead }
    guard ahead.isEndless, clock.now - openedAt > longestWait else { return ahead }
    ahead.cancel()
    ahead.close()
    return nil
  }

  /// Sets the handler for metadata that streams announce, with the byte offset. It is called on a
  /// libmpv thread, without a lock, when libmpv gets the bytes after that offset.
  func setMetadataHandler(
    _ handler: @escaping @Sendable (PlaylistEntryID, StreamMetadata, Int64) -> Void
  ) {
    onMetadata.withLock { $0 = handler }
  }

  /// Sets the handler for jumps of live streams to a later position, with the byte offset. Called
  /// like the handler of ``setMetadataHandler(_:)``.
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
