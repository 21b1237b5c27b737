#if SQLite && os(Linux)
  import PlayerKitSystem

  /// Watches by Linux' inotify, with one watch per folder. If the system has no more watches,
  /// everything is also scanned at an interval. Does not touch the mounts of other machines.
  struct INotifyWatching: FolderWatching {
    let otherwise: Duration
    var mounts = RemoteMounts.current

    func changes(in folders: [String]) -> AsyncStream<FolderChange> {
      let (stream, continuation) = AsyncStream<FolderChange>.makeStream()
      guard let queue = INotifyQueue(folders, mounts, otherwise) else {
        return PeriodicWatching(interval: otherwise).changes(in: folders)
      }
      let loop = EventLoop()
      continuation.onTermination = { _ in loop.stop() }
      loop.run {
        queue.start(on: loop) {
          continuation.yield($0)
        } onEnd: {
          continuation.finish()
        }
      }
      guard loop.start("PlayerKit.folders") else {
        return PeriodicWatching(interval: otherwise).changes(in: folders)
      }
      return stream
    }
  }

  /// The queue of inotify events for the folders.
  ///
  /// `@unchecked Sendable`: used by the thread that creates it, then only by the loop's thread.
  private final class INotifyQueue: LoopSource, @unchecked Sendable {
    private static let events = UInt32(
      IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK
    )

    private let descriptor: Int32
    private var folders: [Int32: String] = [:]
    /// Whether some folders are not watched.
    private var isPartial = false

    private let mounts: RemoteMounts
    /// The interval of reports if some folders are not watched.
    private let interval: Duration
    private let clock = SuspendingClock()
    private var nextReport: SuspendingClock.Instant
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private weak var loop: EventLoop?
    private var tell: (FolderChange) -> Void = { _ in }
    private var onEnd: () -> Void = {}

    init?(_ roots: [String], _ mounts: RemoteMounts, _ interval: Duration) {
      self.mounts = mounts
      self.interval = min(max(interval, .milliseconds(1)), .milliseconds(Int32.max))
      nextReport = clock.now.advanced(by: self.interval)
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      for root in roots { watch(root) }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    func start(
      on loop: EventLoop,
      _ tell: @escaping (FolderChange) -> Void,
      onEnd: @escaping () -> Void
    ) {
      (self.loop, self.tell, self.onEnd) = (loop, tell, onEnd)
      loop.add(self)
    }

    var wait: EventLoop.Wait {
      .init(descriptor, for: .readable, until: isPartial ? nextReport : nil)
    }

    func handle(_ events: EventLoop.Events) {
      nextReport = clock.now.advanced(by: interval)
      guard !events.isEmpty else { return tell(.anything) }
      switch Descriptor.read(descriptor, into: &buffer) {
      case .bytes(let length): buffer.withUnsafeBytes { take(.init(rebasing: $0[..<length])) }
      case .notNow: break
      case .ended, .failed: loop?.stop()
      }
    }

    func end() { onEnd() }

    private func take(_ bytes: UnsafeRawBufferPointer) {
      let header = MemoryLayout<inotify_event>.size
      var place = 0
      while place + header <= bytes.count {
        func field(_ number: Int) -> UInt32 {
          bytes.loadUnaligned(fromByteOffset: place + 4 * number, as: UInt32.self)
        }
        let (watch, mask, length) = (Int32(bitPattern: field(0)), field(1), Int(field(3)))
        let end = min(place + header + length, bytes.count)
        let name = String(
          validating: bytes[(place + header)..<end].prefix { $0 != 0 },
          as: UTF8.self
        )
        place = end
        happened(mask, watch, name)
      }
    }

    private func happened(_ mask: UInt32, _ number: Int32, _ name: String?) {
      if mask & UInt32(IN_Q_OVERFLOW) != 0 { return tell(.anything) }
      guard let folder = folders[number] else { return }
      if mask & UInt32(IN_IGNORED) != 0 {
        folders[number] = nil
        return
      }
      guard let name, !name.isEmpty else { return tell(.path(folder)) }
      guard !name.hasPrefix(".") else { return }
      let path = folder == "/" ? "/" + name : folder + "/" + name
      let isFolder = mask & UInt32(IN_ISDIR) != 0
      guard !mounts.contains(path) else { return }
      // A new file is reported only when its writer closes it. A link has no writer.
      if mask & UInt32(IN_CREATE) != 0, !isFolder, FileState(of: path) != .link { return }
      if isFolder, mask & UInt32(IN_MOVED_FROM) != 0 { forget(path) }
      // The folder is watched before it is scanned, so that no change is missed in between.
      if isFolder, mask & UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB) != 0 { watch(path) }
      tell(.path(path))
    }

    /// Watches a folder and all folders in it.
    private func watch(_ root: String) {
      var waiting = [(path: root, depth: 0)]
      while let (folder, depth) = waiting.popLast() {
        guard !mounts.contains(folder) else { continue }
        let number = inotify_add_watch(descriptor, folder, Self.events)
        guard number >= 0 else {
          // A deleted or unreadable folder needs no watch.
          if errno == ENOSPC || errno == ENOMEM { isPartial = true }
          continue
        }
        folders[number] = folder
        guard depth < FolderScan.maximumDepth,
          let listing = FolderListing(of: folder, isAudio: { _ in false })
        else { continue }
        for name in listing.folders {
          waiting.append(
            (folder == "/" ? "/" + name.text : folder + "/" + name.text, depth + 1)
          )
        }
      }
    }

    /// Removes the watches of a folder that has moved away, and of the folders in it.
    private func forget(_ folder: String) {
      for (number, path) in folders where FolderScan.is(path, within: folder) {
        inotify_rm_watch(descriptor, number)
        folders[number] = nil
      }
    }
  }
#endif
