import Foundation
import PlayerKitServices

extension WebDAVListing {
  /// Reads the answer about a folder and its members.
  init(
    _ data: Data,
    of folder: WebDAVAddress,
    maximum: Int = MultistatusReader.maximumMembers
  ) throws(CatalogError) {
    let reader = try MultistatusReader.read(data, maximum: maximum)
    isComplete = !reader.isFull
    unreadableNames = reader.unreadable
    var known: Set<String> = [folder.path]
    for member in reader.members {
      guard let entry = WebDAVEntry(member, in: folder) else {
        unreadableNames += 1
        continue
      }
      // The folder itself is a member of its answer, and some servers repeat members.
      if known.insert(entry.address.folder.path).inserted { entries.append(entry) }
    }
  }
}

extension WebDAVEntry {
  /// Makes an entry of a member; `nil` if its address is neither the folder nor directly inside it.
  init?(_ member: MultistatusReader.Member, in folder: WebDAVAddress) {
    guard let address = folder.address(ofHref: member.href) else { return nil }
    self.init(address, member.properties)
  }

  init(_ address: WebDAVAddress, _ properties: MultistatusReader.Properties) {
    self.init(
      address: properties.isFolder ? address.folder : address.file,
      isFolder: properties.isFolder,
      size: properties.length.flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 },
      etag: properties.etag.flatMap { $0.isEmpty ? nil : $0 },
      lastModified: properties.lastModified.flatMap { $0.isEmpty ? nil : $0 }
    )
  }
}
