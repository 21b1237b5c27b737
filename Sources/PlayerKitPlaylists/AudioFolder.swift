import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The audio files of a folder and the folders in it.
///
/// They are ordered by folder, then by disc and track where the names tell them (`CD 2/03 - x.flac`,
/// `2-03 x.mp3`), else in the natural order of names: `2.mp3` comes before `10.mp3`. Hidden files, and
/// what is no audio by its name, are left out. A symbolic link that leads out of the folder, or to where
/// one has been already, is not followed.
public struct AudioFolder: Sendable {
  /// The most files; those beyond are left out.
  public static let mostFiles = 100_000
  private static let mostNames = 1_000_000
  private static let mostDepth = 32

  /// Its path.
  public let path: String

  /// A folder.
  public init(path: String) {
    self.path = path
  }

  /// Its audio files. Reads the folder; blocks as long as that takes.
  ///
  /// - Throws: ``PlayerError/Code/notFound``; ``PlayerError/Code/unreadable`` also where there is no
  ///   audio in it.
  public func items() throws(PlayerError) -> [QueueItem] {
    try items(isCancelled: { false })
  }

  /// The same, until somebody does not want it any more.
  ///
  /// - Throws: also ``PlayerError/Code/interrupted``.
  package func items(isCancelled: () -> Bool) throws(PlayerError) -> [QueueItem] {
    guard let isFolder = Self.isFolder(path) else {
      throw PlayerError(.notFound, "There is no such folder.")
    }
    guard isFolder, FileManager.default.isReadableFile(atPath: path) else {
      throw PlayerError(.unreadable, "This is no folder that can be read.")
    }
    var scan = Scan(root: Self.real(path))
    scan.read(path, names: [], depth: 0, isCancelled)
    guard !isCancelled() else { throw PlayerError(.interrupted, "The folder was not read on.") }
    guard !scan.files.isEmpty else {
      throw PlayerError(.unreadable, "There are no audio files in the folder.")
    }
    return scan.files.sorted().map { QueueItem($0.track) }
  }

  /// Whether a name is one of audio.
  public static func isAudio(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let endings: Set<String> = [
    "aac", "ac3", "adts", "aif", "aifc", "aiff", "alac", "amr", "ape", "au", "caf", "dff", "dsf",
    "dts", "eac3", "flac", "m4a", "m4b", "m4r", "mka", "mp1", "mp2", "mp3", "mpc", "oga", "ogg",
    "opus", "ra", "shn", "snd", "spx", "tak", "tta", "voc", "w64", "wav", "wave", "weba", "wma",
    "wv",
  ]

  /// Whether a path, links followed, is a folder; `nil` where nothing is there.
  package static func isFolder(_ path: String) -> Bool? {
    #if canImport(FoundationEssentials)
      var isFolder = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return isThere ? isFolder : nil
    #else
      var isFolder: ObjCBool = false
      let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      return isThere ? isFolder.boolValue : nil
    #endif
  }

  private static func real(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// One walk through the folders.
  private struct Scan {
    let root: String
    var files: [AudioFile] = []
    private var visited: Set<String> = []
    private var names = 0

    init(root: String) {
      self.root = root
    }

    mutating func read(
      _ folder: String,
      names: [String],
      depth: Int,
      _ isCancelled: () -> Bool
    ) {
      guard depth <= mostDepth, visited.insert(real(folder)).inserted,
        let children = try? FileManager.default.contentsOfDirectory(atPath: folder)
      else { return }
      for name in children.sorted() where !name.hasPrefix(".") {
        self.names += 1
        guard files.count < mostFiles, self.names <= mostNames, !isCancelled() else { return }
        let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        guard isInside(path) else { continue }
        guard let isFolder = AudioFolder.isFolder(path) else { continue }
        if isFolder {
          read(path, names: names + [name], depth: depth + 1, isCancelled)
        } else if isAudio(name) {
          files.append(AudioFile(path: path, root: root, folders: names, name: name))
        }
      }
    }

    /// Whether it is no link that leads out.
    private func isInside(_ path: String) -> Bool {
      guard (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil else {
        return true
      }
      return real(path).hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }
  }
}
