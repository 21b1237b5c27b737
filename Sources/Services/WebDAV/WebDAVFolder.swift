import PlayerKit
import PlayerKitPlaylists
import PlayerKitServices

/// The audio files of a folder and its subfolders at a WebDAV server.
///
/// They are in the order of ``PlayerKitPlaylists/AudioFolder``: by folder, then by the disc and
/// track in their names, then by name. Hidden files and files without an audio extension are left
/// out, and so is everything beyond the limits of depth and number.
struct WebDAVFolder {
  static let maximumFiles = 100_000
  static let maximumFolders = 10_000
  static let maximumDepth = 32
  /// The number of folders that are asked for at once.
  private static let width = 4

  let client: WebDAVClient
  let address: WebDAVAddress

  private struct Place: Sendable {
    var address: WebDAVAddress
    /// The names of the folders from the root of the walk.
    var names: [String] = []
  }

  /// Returns the tracks of the audio files. A subfolder that can't be read is left out.
  ///
  /// - Throws: `CatalogError` if the folder itself can't be read; ``PlayerKit/PlayerError`` with the
  ///   code `unreadable` if it has no audio; `CancellationError`.
  func tracks() async throws -> [WebDAVTrack] {
    let root = address.folder
    var level = [Place(address: root)]
    var folderCount = 1
    var files: [(file: AudioFile, address: WebDAVAddress)] = []
    while !level.isEmpty {
      var next: [Place] = []
      for (place, listing) in try await listings(of: level) {
        for entry in listing.entries where !entry.name.hasPrefix(".") {
          if entry.isFolder {
            let names = place.names + [entry.name]
            guard names.count <= Self.maximumDepth, folderCount < Self.maximumFolders else {
              continue
            }
            folderCount += 1
            next.append(Place(address: entry.address, names: names))
          } else if AudioFolder.isAudio(entry.name), files.count < Self.maximumFiles {
            let path = (place.names + [entry.name]).joined(separator: "/")
            let file = AudioFile(
              path: path,
              root: root.text,
              folders: place.names,
              name: entry.name
            )
            files.append((file, entry.address))
          }
        }
      }
      level = next
    }
    guard !files.isEmpty else {
      throw PlayerError(.unreadable, "There are no audio files in the folder.")
    }
    return files.sorted { $0.file < $1.file }
      .map { WebDAVTrack($0.address, guessed: $0.file.guessedMetadata) }
  }

  /// Asks for folders, several at a time. Returns those that can be read, in the same order.
  private func listings(of places: [Place]) async throws -> [(Place, WebDAVListing)] {
    try await withThrowingTaskGroup(of: (Int, WebDAVListing?).self) { group in
      var found = [WebDAVListing?](repeating: nil, count: places.count)
      var waiting = Array(places.enumerated())[...]
      func start() {
        guard let (index, place) = waiting.popFirst() else { return }
        group.addTask { (index, try await listing(of: place)) }
      }
      for _ in 0..<Self.width { start() }
      while let (index, listing) = try await group.next() {
        found[index] = listing
        start()
      }
      return zip(places, found).compactMap { place, listing in listing.map { (place, $0) } }
    }
  }

  private func listing(of place: Place) async throws -> WebDAVListing? {
    do {
      return try await client.contents(of: place.address)
    } catch let error as CatalogError {
      guard !place.names.isEmpty else { throw error }
      return nil
    }
  }
}
