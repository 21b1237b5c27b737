#if SQLite && os(Linux)
  import PlayerKitSystem

  /// Watches by Linux' inotify, with one watch per folder. If the system has no more watches,
  /// everything is also scanned at an interval. Does not touch the mounts of other machines.
  struct INotifyWatching: FolderWatching {
    let otherwise: Duration
    var mounts = RemoteMounts.current

    func changes(in folders: [String]) -> AsyncStream<FolderChange> {
      let (stream, continuation) = AsyncStream<FolderChange>.makeStream()
      guard let queue = INotifyQueue(folders, mounts) else {
        return PeriodicWatching(interval: otherwise).changes(in: folders)
      }
      let milliseconds = Int32(min(max(otherwise / .milliseconds(1), 1), Double(Int32.max)))
      continuation.onTermination = { _ in queue.stop() }
      let isRunning = BackgroundThread.start("PlayerKit.folders") {
        while queue.next(orWaitFor: milliseconds, { continuation.yield($0) }) {}
        continuation.finish()
      }
      guard isRunning else { return PeriodicWatching(interval: otherwise).changes(in: folders) }
      return stream
    }
  }

  /// The queue of inotify events for the folders. One thread reads it; any thread may stop it.
  private final class INotifyQueue: @unchecked Sendable {
    private static let events = UInt32(
      IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK
    )

    private let descriptor: Int32
    /// The reading end of a pipe. Closing the other end stops the reader.
    private let stopping: Int32
    private let ending: Locked<Int32>
    // Used by the thread that creates the queue, then only by the reading thread.
    private var folders: [Int32: String] = [:]
    /// Whether some folders are not watched.
    private var isPartial = false

    private let mounts: RemoteMounts

    init?(_ roots: [String], _ mounts: RemoteMounts) {
      self.mounts = mounts
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      var ends: [Int32] = [-1, -1]
      let hasPipe = pipe(&ends) == 0
      for end in ends where hasPipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      stopping = ends[0]
      ending = Locked(ends[1])
      guard descriptor >= 0, hasPipe else { return nil }
      for root in roots { watch(root) }
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
      if stopping >= 0 { close(stopping) }
      stop()
    }

    func stop() {
      let end = ending.withLock { end in
        defer { end = -1 }
        return end
      }
      if end >= 0 { close(end) }
    }

    /// Waits for events and reports them.
    ///
    /// - Returns: Whether there may be more.
    func next(orWaitFor milliseconds: Int32, _ tell: (FolderChange) -> Void) -> Bool {
      var files = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&files, 2, isPartial ? milliseconds : -1)
      guard count >= 0 else { return errno == EINTR }
      guard files[1].revents == 0 else { return false }
      if count == 0 { tell(.anything) }
      guard files[0].revents != 0 else { return true }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let length = read(descriptor, &buffer, buffer.count)
      guard length > 0 else { return length < 0 && (errno == EAGAIN || errno == EINTR) }
      buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<length]), tell) }
      return true
    }

    private func take(_ bytes: UnsafeRawBufferPointer, _ tell: (FolderChange) -> Void) {
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
        happened(mask, watch, name, tell)
      }
    }

    private func happened(
      _ mask: UInt32,
      _ number: Int32,
      _ name: String?,
      _ tell: (FolderChange) -> Void
    ) {
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
