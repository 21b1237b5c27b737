#if SQLite
  import Foundation
  import PlayerKitSystem
  import TestSupport
  import Testing

  @testable import PlayerKitLibrary

  @Suite("Mounts of other machines", .tags(.pure))
  struct RemoteMountsTests {
    private static let table = """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      30 22 0:40 / /music/nas rw,relatime - nfs4 server:/export rw,hard
      31 22 0:41 / /music/my\\040songs rw - fuse.sshfs ann@host: rw
      32 22 8:2 / /music/stick rw shared:7 master:2 - fuseblk /dev/sdb1 rw
      33 30 8:3 / /music/nas/local rw - xfs /dev/sdc1 rw
      34 22 0:42 / /music/.hidden rw - cifs //server/share rw
      35 22 8:4 / /over rw - ext4 /dev/sdd1 rw
      36 35 0:43 / /over rw - 9p share rw
      malformed line
      37 22 8:5 / /short rw -
      """

    @Test("a path belongs to the last and innermost mount")
    func contains() {
      let mounts = RemoteMounts(mountInfo: Self.table)
      for path in ["/music/nas", "/music/nas/a/b.mp3", "/music/my songs/x", "/over/x"] {
        #expect(mounts.contains(path), "\(path)")
      }
      for path in ["/", "/music", "/music/nasty", "/music/stick/x", "/music/nas/local/x", "/none"] {
        #expect(!mounts.contains(path), "\(path)")
      }
    }

    @Test("the remote mounts that a scan would enter are found, and no hidden ones")
    func inside() {
      let mounts = RemoteMounts(mountInfo: Self.table)
      #expect(mounts.inside("/music") == ["/music/my songs", "/music/nas"])
      #expect(mounts.inside("/music/nas").isEmpty)
      #expect(mounts.inside("/") == ["/music/my songs", "/music/nas", "/over"])
      #expect(RemoteMounts(mountInfo: "").inside("/").isEmpty)
    }

    @Test("the tests' own disk is known")
    func current() {
      #if os(Linux)
        #expect(RemoteMounts.current != RemoteMounts(mountInfo: ""))
      #endif
    }
  }

  @Suite("Folders that hang", .tags(.local), .timeLimit(.minutes(1)))
  struct HangingFolderTests {
    @Test("calls that hang hold their own threads only, and tasks that are canceled do not wait")
    func hangs() async throws {
      let gate = Gate()
      let threads = (0..<64).map { _ in FolderThread() }
      let hanging = threads.map { thread in Task { try await thread.run { gate.pass() } } }
      // More than the cooperative pool has threads: on it, most of them would never begin.
      try await eventually("all calls") { gate.waiting == threads.count }
      for task in hanging { task.cancel() }
      for task in hanging {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      gate.open()
      for thread in threads { #expect(try await thread.run { 7 } == 7) }
    }
  }

  /// Holds threads until it is opened.
  ///
  /// `@unchecked Sendable`: the fields are used only under the condition's lock.
  private final class Gate: @unchecked Sendable {
    private let condition = Condition()
    private var isOpen = false
    private var count = 0

    var waiting: Int { condition.withLock { count } }

    func pass() {
      condition.withLock {
        count += 1
        while !isOpen { condition.wait() }
      }
    }

    func open() {
      condition.withLock { isOpen = true }
      condition.broadcast()
    }
  }
#endif
