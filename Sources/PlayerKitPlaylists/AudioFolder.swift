import PlayerKit
import PlayerKitSystem

/// The audio files of a folder and its subfolders.
///
/// They are ordered by folder, then by disc and track. Disc and track come from the tags if an
/// engine reads the folder, otherwise from the names (`CD 2/03 - x.flac`, `2-03 x.mp3`). Files
/// without them follow in natural order: `2.mp3` comes before `10.mp3`. Hidden files and files
/// without an audio extension are left out. A symbolic link is not followed if it leads out of the
/// folder or to a folder that was already visited.
public struct AudioFolder: Sendable {
  /// The maximum number of files. More are left out.
  public static let maximumFiles = 100_000
  private static let maximumNames = 1_000_000
  /// How many files' tags are read to order them, and for how long. After that, files are ordered
  /// by their names.
  private static let maximumTags = 2_000
  private static let maximumTagTime = Duration.seconds(3)
  private static let maximumDepth = 32

  /// The path of the folder.
  public let path: String

  /// Creates a folder from its path.
  public init(path: String) {
    self.path = path
  }

  /// Returns the audio files. Reads the folder and blocks meanwhile.
  ///
  /// - Throws: ``PlayerError/Code/notFound``, or ``PlayerError/Code/unreadable``, also if the
  ///   folder has no audio.
  public func items() throws(PlayerError) -> [QueueItem] {
    try items(isCancelled: { false })
  }

  /// Returns the audio files, unless the caller cancels.
  ///
  /// - Parameters:
  ///   - tags: returns the tags of a file, which order the files of a folder. If `nil`, their names
  ///     order them.
  ///   - clock: measures how long `tags` takes. After three seconds, names order the files that
  ///     are left.
  /// - Throws: also ``PlayerError/Code/interrupted``.
  package func items(
    tags: ((_ path: String) -> TrackMetadata?)? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    isCancelled: () -> Bool
  ) throws(PlayerError) -> [QueueItem] {
    guard let isFolder = Self.isFolder(path) else {
      throw PlayerError(.notFound, "The folder does not exist. Check its path.")
    }
    guard isFolder, FileName.withPath(path, { access($0, R_OK) }) == 0 else {
      throw PlayerError(.unreadable, "The folder can't be read. Check its permissions.")
    }
    var scan = Scan(root: Self.real(path))
    scan.read(path, names: [], depth: 0, isCancelled)
    guard !isCancelled() else {
      throw PlayerError(.interrupted, "Reading the folder was canceled.")
    }
    guard !scan.files.isEmpty else {
      throw PlayerError(.unreadable, "There are no audio files in the folder.")
    }
    let files = scan.files.sorted()
    let ordered = tags.map { Self.inAlbumOrder(files, tags: $0, clock, isCancelled) } ?? files
    guard !isCancelled() else {
      throw PlayerError(.interrupted, "Reading the folder was canceled.")
    }
    return ordered.map { QueueItem($0.track) }
  }

  /// Orders the files of each folder by the album, disc and track of their tags. Albums keep the
  /// order of their first files.
  private static func inAlbumOrder(
    _ files: [AudioFile],
    tags: (String) -> TrackMetadata?,
    _ clock: any PlaybackClock,
    _ isCancelled: () -> Bool
  ) -> [AudioFile] {
    let end = clock.now + maximumTagTime
    var ordered: [AudioFile] = []
    var rest = files[...]
    var count = 0
    while let folder = rest.first?.folder {
      let album = rest.prefix { $0.folder == folder }
      rest = rest[album.endIndex...]
      var known: [TrackMetadata?] = []
      if album.count > 1, count + album.count <= maximumTags {
        for file in album {
          guard !isCancelled(), clock.now < end else { break }
          known.append(tags(file.path))
        }
        count += album.count
      }
      ordered += known.count == album.count ? inAlbumOrder(Array(album), known) : Array(album)
    }
    return ordered
  }

  private static func inAlbumOrder(_ files: [AudioFile], _ tags: [TrackMetadata?]) -> [AudioFile] {
    guard tags.contains(where: { $0?.trackNumber != nil }) else { return files }
    var places: [String?: Int] = [:]
    for (index, tags) in tags.enumerated() where places[tags?.album] == nil {
      places[tags?.album] = index
    }
    let keys = zip(files, tags).enumerated().map { index, file in
      (
        places[file.1?.album] ?? index, file.1?.discNumber ?? file.0.disc ?? 1,
        file.1?.trackNumber ?? file.0.number ?? .max, index
      )
    }
    return keys.sorted { $0 < $1 }.map { files[$0.3] }
  }

  /// Returns whether a file name has an audio extension.
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

  /// Returns whether a path is a folder, after following links; `nil` if nothing is there.
  package static func isFolder(_ path: String) -> Bool? {
    var info = stat()
    guard FileName.withPath(path, { stat($0, &info) }) == 0 else { return nil }
    return info.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the names in a folder, including those that are not UTF-8. Empty if it can't be read.
  package static func names(in path: String, atMost maximum: Int) -> [String] {
    guard let folder = FileName.withPath(path, { opendir($0) }) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while names.count < maximum, let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { FileName.text($0.prefix { $0 != 0 }) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private static func real(_ path: String) -> String {
    guard let real = FileName.withPath(path, { realpath($0, nil) }) else { return path }
    defer { free(real) }
    return FileName.text(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  private static func isLink(_ path: String) -> Bool {
    var info = stat()
    return FileName.withPath(path) { lstat($0, &info) } == 0 && info.st_mode & S_IFMT == S_IFLNK
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
      guard depth <= maximumDepth, visited.insert(real(folder)).inserted else { return }
      for name in AudioFolder.names(in: folder, atMost: maximumNames).sorted()
      where !name.hasPrefix(".") {
        self.names += 1
        guard files.count < maximumFiles, self.names <= maximumNames, !isCancelled() else { return }
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

    /// Returns whether the path is not a link that leads out of the root.
    private func isInside(_ path: String) -> Bool {
      guard isLink(path) else { return true }
      return real(path).hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }
  }
}
