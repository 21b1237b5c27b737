#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitServices
  import PlayerKitWebDAV

  /// Reads folders of a WebDAV server. Paths are addresses, so names are percent-encoded.
  struct WebDAVReading: FolderReading {
    let client: WebDAVClient

    func state(of path: String) async throws -> FileState? {
      guard let address = WebDAVAddress(path) else { return nil }
      do {
        let entry = try await client.entry(at: address)
        return entry.isFolder ? .folder : .file(.init(entry))
      } catch let error as CatalogError where error.code == .notFound {
        return nil
      }
    }

    func listing(of folder: String) async throws -> FolderListing? {
      guard let address = WebDAVAddress(folder) else { return nil }
      do {
        let found = try await client.contents(of: address.folder)
        var listing = FolderListing()
        listing.isComplete = found.isComplete
        listing.isEmpty = found.entries.isEmpty && found.isComplete
        if !found.isComplete { listing.leftOut.tooMany = 1 }
        listing.leftOut.unreadableNames = found.unreadableNames
        for entry in found.entries where !entry.name.hasPrefix(".") {
          let name = FileName(entry.address.lastSegment)
          if entry.isFolder {
            listing.folders.append(name)
          } else if AudioNames.isAudio(entry.name) {
            listing.files[name] = FolderIndex.Mark(entry)
          }
        }
        return listing
      } catch is CatalogError {
        return nil
      }
    }

    func track(at path: String) -> any Track {
      WebDAVAddress(path).map { WebDAVTrack($0) } ?? URLTrack(path: path)
    }

    func shownName(_ name: String) -> String { name.removingPercentEncoding ?? name }
  }

  extension FolderIndex.Mark {
    /// Makes a mark from all that the server states about the version of a file.
    fileprivate init(_ entry: WebDAVEntry) {
      let version = [entry.etag, entry.lastModified].map { $0 ?? "" }.joined(separator: "\n")
      self.init(size: entry.size ?? -2, changed: LibraryFileKey(path: version).number)
    }
  }
#endif
