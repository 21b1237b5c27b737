#if SQLite
  import Foundation

  /// The mounts whose files are on other machines or come from programs. The system reports no
  /// changes in them, and calls to them may hang.
  ///
  /// They are read from the system's table, because asking a mount itself can hang.
  struct RemoteMounts: Sendable, Equatable {
    private struct Mount: Sendable, Equatable {
      var path: String
      var isRemote: Bool
    }

    private static let types: Set<String> = [
      "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fuse", "gfs2", "glusterfs", "lustre",
      "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "vboxsf", "virtiofs",
    ]

    private let mounts: [Mount]

    /// The mounts of this process. Reads the system's table and does not touch the mounts.
    static var current: RemoteMounts {
      #if os(Linux)
        guard let table = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
          return RemoteMounts(mountInfo: "")
        }
        return RemoteMounts(mountInfo: String(decoding: table, as: UTF8.self))
      #elseif canImport(Darwin)
        let count = max(0, getfsstat(nil, 0, MNT_NOWAIT))
        var list = [statfs](repeating: statfs(), count: Int(count) + 8)
        let size = Int32(list.count * MemoryLayout<statfs>.stride)
        let found = max(0, getfsstat(&list, size, MNT_NOWAIT))
        return RemoteMounts(
          mounts: list.prefix(Int(found)).map { entry in
            let path = withUnsafeBytes(of: entry.f_mntonname) { bytes in
              String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            return Mount(path: path, isRemote: entry.f_flags & UInt32(MNT_LOCAL) == 0)
          }
        )
      #else
        RemoteMounts(mountInfo: "")
      #endif
    }

    /// Reads a table in the form of Linux' `/proc/self/mountinfo`. Malformed lines are skipped.
    init(mountInfo: String) {
      self.init(
        mounts: mountInfo.split(separator: "\n").compactMap { line in
          let fields = line.split(separator: " ")
          guard let end = fields.firstIndex(of: "-"), end >= 6, end + 1 < fields.count else {
            return nil
          }
          let type = fields[end + 1]
          // `fuse.sshfs` is a server, but `fuseblk` is a disk.
          // Containers can have their own disk on a server, but see all changes of it.
          let isOwn = fields[4] == "/"
          let isRemote = !isOwn && Self.types.contains(String(type.prefix { $0 != "." }))
          return Mount(path: Self.unescaped(fields[4]), isRemote: isRemote)
        }
      )
    }

    private init(mounts: [Mount]) { self.mounts = mounts }

    /// Returns whether a path is on a remote mount.
    func contains(_ path: String) -> Bool {
      // A later mount hides an earlier one at the same path.
      let mount = mounts.enumerated().filter { FolderScan.is(path, within: $0.element.path) }
        .max { ($0.element.path.utf8.count, $0.offset) < ($1.element.path.utf8.count, $1.offset) }
      return mount?.element.isRemote ?? false
    }

    /// Returns the remote mounts that a scan of a folder would enter, without the folder itself.
    func inside(_ folder: String) -> [String] {
      let paths = mounts.map(\.path).filter {
        FileName($0) != FileName(folder) && FolderScan.isShown($0, within: folder) && contains($0)
      }
      return Set(paths).sorted()
    }

    /// Decodes a path, in which special bytes are octal: `\040` is a space.
    private static func unescaped(_ text: Substring) -> String {
      var bytes: [UInt8] = []
      var rest = Array(text.utf8)[...]
      while let byte = rest.popFirst() {
        let digits = rest.prefix(3)
        if byte == UInt8(ascii: "\\"), digits.count == 3,
          let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
        {
          bytes.append(code)
          rest = rest.dropFirst(3)
        } else {
          bytes.append(byte)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
