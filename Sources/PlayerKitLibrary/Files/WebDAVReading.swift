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
      } catch let error as CatalogError {
        guard error.code == .notFound else { throw LibraryError(.unreadable, error.message) }
        return nil
      }
    }

    func listing(of folder: String) async throws -> FolderListing {
      guard let address = WebDAVAddress(folder) else {
        throw LibraryError(.unreadable, "This is no address of a folder.")
      }
      do {
        return FolderListing(try await client.contents(of: address))
      } catch let error as CatalogError {
        throw LibraryError(.unreadable, error.message)
      }
    }

    func track(at path: String) -> any Track {
      guard let address = WebDAVAddress(path) else { return URLTrack(path: path) }
      return WebDAVTrack(address)
    }

    func shownName(_ name: String) -> String { name.removingPercentEncoding ?? name }
  }

  extension WebDAVAddress {
    /// The path of a folder in a library. It has no slash at its end.
    var libraryPath: String { text.hasSuffix("/") ? String(text.dropLast()) : text }
  }

  extension FolderListing {
    /// Makes a listing of a server's answer.
    fileprivate init(_ found: WebDAVListing) {
      isComplete = found.isComplete
      isEmpty = found.entries.isEmpty && found.isComplete
      leftOut.tooMany = found.isComplete ? 0 : 1
      leftOut.unreadableNames = found.unreadableNames
      for entry in found.entries where !entry.name.hasPrefix(".") {
        let name = FileName(entry.address.lastSegment)
        if entry.isFolder {
          folders.append(name)
        } else if AudioNames.isAudio(entry.name) {
          files[name] = FolderIndex.Mark(entry)
        }
      }
    }
  }

  extension FolderIndex.Mark {
    /// Makes a mark from all that the server states about the version of a file. Apache's marks are
    /// weak while a file is new and strong afterward, though the file is the same.
    fileprivate init(_ entry: WebDAVEntry) {
      let tag = entry.etag.map { $0.hasPrefix("W/") ? String($0.dropFirst(2)) : $0 }
      let version = [tag, entry.lastModified].map { $0 ?? "" }.joined(separator: "\n")
      self.init(size: entry.size ?? -2, changed: LibraryFileKey(path: version).number)
    }
  }
#endif
