import Foundation
import PlayerKitPlaylists
import PlayerKitServices

/// Reads the XML in a server's answer to PROPFIND (RFC 4918, 13), piece by piece.
///
/// Unknown elements are skipped. Long texts, deep nesting, and too many members end the reading or
/// cost their member.
final class MultistatusReader: MarkupHandler {
  /// The maximum number of members of a folder.
  static let maximumMembers = 100_000
  private static let maximumDepth = 32
  private static let maximumText = 16 << 10
  private static let pieceSize = 64 << 10

  /// A member of a folder, as the server wrote it.
  struct Member {
    var href = ""
    var status: String?
    var properties = Properties()
  }

  /// The properties of a member that have the same status.
  struct Properties {
    var status: String?
    var isFolder = false
    var length: String?
    var etag: String?
    var lastModified: String?

    /// Adds properties that the server has. It also lists those that it does not have.
    mutating func add(_ other: Self) {
      guard other.status.map(MultistatusReader.isSuccess) ?? true else { return }
      isFolder = isFolder || other.isFolder
      length = other.length ?? length
      etag = other.etag ?? etag
      lastModified = other.lastModified ?? lastModified
    }
  }

  private let maximum: Int
  private var path: [String] = []
  private var content: [UInt8] = []
  private var isTextTooLong = false
  private var member = Member()
  private var properties = Properties()
  private var isMemberBad = false
  private var hasRoot = false
  private(set) var members: [Member] = []
  private(set) var unreadable = 0
  private(set) var isFull = false

  init(maximum: Int = MultistatusReader.maximumMembers) { self.maximum = maximum }

  /// Reads an answer.
  ///
  /// - Throws: `CatalogError`: `malformedReply` if it is something else, or is cut.
  static func read(
    _ data: Data,
    maximum: Int = MultistatusReader.maximumMembers
  ) throws(CatalogError) -> MultistatusReader {
    let reader = MultistatusReader(maximum: maximum)
    let stream = MarkupStream(reader)
    var rest = data[...]
    var mayContinue = true
    while mayContinue, !rest.isEmpty {
      mayContinue = rest.prefix(pieceSize).withUnsafeBytes { stream.read($0) }
      rest = rest.dropFirst(pieceSize)
    }
    if mayContinue { stream.finish() }
    guard reader.hasRoot, reader.isFull || (mayContinue && reader.path.isEmpty) else {
      throw CatalogError(
        .malformedReply,
        "The server's answer is not a list of files. Check the address.",
        service: .webDAV
      )
    }
    return reader
  }

  var isTooDeep: Bool { isFull || path.count > Self.maximumDepth }

  func begin(_ name: MarkupName, _ attributes: [MarkupAttribute]) {
    let name = name.space == "DAV:" ? name.name : "?"
    if path.isEmpty, !hasRoot, name == "multistatus" { hasRoot = true }
    path.append(name)
    (content, isTextTooLong) = ([], false)
    guard hasRoot, path.count <= Self.maximumDepth else { return }
    switch path.dropFirst() {
    case ["response"]: (member, isMemberBad) = (Member(), false)
    case ["response", "propstat"]: properties = Properties()
    case ["response", "propstat", "prop", "resourcetype", "collection"]: properties.isFolder = true
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard content.count + bytes.count <= Self.maximumText else {
      isTextTooLong = true
      return
    }
    content += bytes
  }

  func end() {
    if hasRoot, path.count <= Self.maximumDepth { take(path.dropFirst()) }
    _ = path.popLast()
    content = []
  }

  private func take(_ path: ArraySlice<String>) {
    switch path {
    case ["response", "href"]:
      member.href = value ?? ""
      isMemberBad = isMemberBad || value == nil
    case ["response", "status"]: member.status = value
    case ["response", "propstat", "status"]: properties.status = value
    case ["response", "propstat", "prop", "getcontentlength"]: properties.length = value
    case ["response", "propstat", "prop", "getetag"]: properties.etag = value
    case ["response", "propstat", "prop", "getlastmodified"]: properties.lastModified = value
    case ["response", "propstat"]: member.properties.add(properties)
    case ["response"]: takeMember()
    default: break
    }
  }

  private func takeMember() {
    guard member.status.map(Self.isSuccess) ?? true else { return }
    guard !isMemberBad, !member.href.isEmpty else {
      unreadable += 1
      return
    }
    guard members.count < maximum else {
      isFull = true
      return
    }
    members.append(member)
  }

  /// The text of the current element without surrounding space; `nil` if it is too long or not
  /// UTF-8.
  private var value: String? {
    guard !isTextTooLong else { return nil }
    return String(validating: content, as: UTF8.self)?.trimmingCharacters(
      in: .whitespacesAndNewlines
    )
  }

  /// Whether a status line such as `HTTP/1.1 200 OK` states a success.
  private static func isSuccess(_ line: String) -> Bool {
    line.split(separator: " ").dropFirst().first?.hasPrefix("2") ?? false
  }
}
