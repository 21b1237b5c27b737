#if SQLite
  import Foundation
  import PlayerKitSystem
  import PlayerKitInspection
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport

  /// Folders of real files, and a library of them.
  struct FolderBench {
    let scratch = ScratchFolder()
    let inspector = RecordingInspector()
    var library: String { scratch.path("library.sqlite") }
    var music: String { scratch.path("music") }
    var folders: LibraryFolders { LibraryFolders(library: library, inspector: inspector) }

    init() throws {
      try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
    }

    /// Writes an MP3, and creates its folders.
    func write(
      _ title: String,
      artist: String = "Someone",
      album: String? = nil,
      isrc: String? = nil,
      to name: String
    ) throws {
      let texts = [("TIT2", title), ("TPE1", artist), ("TALB", album), ("TSRC", isrc)]
      let tag = TagMaker.id3(
        texts.compactMap { name, text in text.map { TagMaker.text(name, $0) } }
      )
      let sound = try MP3Maker(fixture: "joint-lame.mp3").data(.none)
      try put(Data(tag) + sound, to: name)
    }

    func put(_ data: Data, to name: String) throws {
      let url = URL(fileURLWithPath: music + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try data.write(to: url)
    }

    func delete(_ name: String) throws {
      try FileManager.default.removeItem(atPath: music + "/" + name)
    }

    func titles(_ text: String) throws -> [String] {
      try LibraryIndex(path: library).songs(matching: text, limit: 100).map(\.title)
    }

    func count() -> Int { (try? LibraryIndex(path: library).count()) ?? 0 }
  }

  /// The real inspector. It records which files it read.
  final class RecordingInspector: MediaInspecting {
    private let inspector = MediaInspector()
    private let names = Locked<[String]>([])

    func place(of track: any Track) -> InspectionPlace? { inspector.place(of: track) }

    func inspect(_ track: any Track) async throws -> TrackMetadata {
      names.withLock { $0.append((track as? URLTrack)?.id ?? "") }
      return try await inspector.inspect(track)
    }

    /// The names of the files since the last call, sorted.
    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names.map { $0.split(separator: "/").last.map(String.init) ?? "" }.sorted()
      }
    }
  }
#endif
