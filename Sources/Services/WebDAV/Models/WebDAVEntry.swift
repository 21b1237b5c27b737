/// A file or a folder of a WebDAV server, as the server describes it.
public struct WebDAVEntry: Sendable, Hashable {
  /// The address. Folders end with a slash.
  public let address: WebDAVAddress
  /// Whether it is a folder.
  public let isFolder: Bool
  /// The size in bytes; `nil` if the server does not state it.
  public let size: Int64?
  /// The version of the contents, as the server wrote it; `nil` if the server does not state it.
  public let etag: String?
  /// The time of the last change, as the server wrote it; `nil` if the server does not state it.
  public let lastModified: String?

  /// The name, decoded.
  public var name: String { address.name }
}

/// The contents of a folder of a WebDAV server.
public struct WebDAVListing: Sendable {
  /// The files and folders, in the order of the server.
  public internal(set) var entries: [WebDAVEntry] = []
  /// The number of files and folders that were left out, because their names are not UTF-8 or their
  /// addresses are not in the folder.
  public internal(set) var unreadableNames = 0
  /// Whether the listing has everything. A folder with too many names is not read further.
  public internal(set) var isComplete = true
}
