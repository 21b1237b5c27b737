import PlayerKit
import PlayerKitMedia

/// The uninterpreted contents of tags.
struct RawTags {
  struct Chapter {
    var start: UInt32
    var end: UInt32
    var title: String?
    var link: String?
    var picture: Int?
  }

  struct Words {
    var language: String
    var text: String
    /// In milliseconds; negative if the words are the whole lyrics without times.
    var time: Int64
    var list: Int
  }

  /// The fields of each tag by ``TagNames``, in file order.
  private(set) var fields: [TagKind: [String: [String]]] = [:]
  var pictures: [RawPicture] = []
  var chapters: [Chapter] = []
  var words: [Words] = []
  /// Separate limits, so that many chapters or lines do not displace other fields.
  private var fieldRoom = Room(count: 10_000)
  private var chapterRoom = Room(count: 2 * TagText.maximumChapters)
  private var wordRoom = Room(count: 100_000)

  var isEmpty: Bool { fields.isEmpty && pictures.isEmpty }

  private struct Room {
    var count: Int
    var bytes = 8 << 20

    /// Whether text of this length still fits.
    mutating func takes(_ length: Int) -> Bool {
      guard count > 0, length <= bytes else { return false }
      count -= 1
      bytes -= length
      return true
    }
  }

  mutating func takesForChapter(_ length: Int) -> Bool { chapterRoom.takes(length) }

  mutating func takesWords(_ length: Int) -> Bool { wordRoom.takes(length) }

  mutating func add(_ value: String, _ key: String, of kind: TagKind) {
    guard !value.isEmpty, fieldRoom.takes(value.utf8.count) else { return }
    fields[kind, default: [:]][key, default: []].append(value)
  }

  /// Adds what another tag has and these lack.
  mutating func fill(from other: RawTags) {
    let known = Set(fields.values.flatMap(\.keys))
    for (kind, added) in other.fields {
      for (key, values) in added where !known.contains(key) {
        for value in values { add(value, key, of: kind) }
      }
    }
    if chapters.isEmpty, pictures.isEmpty {
      (chapters, pictures) = (other.chapters, other.pictures)
    }
    if words.isEmpty { words = other.words }
  }

  /// Returns the values of the first of these fields that has any, in the first tag that has it.
  func all(_ keys: String...) -> [String] {
    for kind in TagKind.allCases {
      guard let fields = fields[kind] else { continue }
      for key in keys {
        if let values = fields[key], !values.isEmpty { return values }
      }
    }
    return []
  }

  /// Returns all fields whose name begins with the prefix, from all tags.
  func named(prefix: String) -> [(key: String, value: String)] {
    TagKind.allCases.flatMap { kind in
      (fields[kind] ?? [:]).filter { $0.key.hasPrefix(prefix) }
        .flatMap { key, values in values.map { (key, $0) } }
    }
  }
}

/// The tag of a field. Earlier cases take precedence.
enum TagKind: Int, CaseIterable, Sendable {
  case comments, id3v2, items, attributes, apev2, info, id3v1, simpleTags, container
}

/// A picture, as found in the tag.
struct RawPicture {
  var type: Int?
  var mime: String?
  var description: String?
  var count: Int
  var header: PictureHeader?
  var isLink = false
  var chapter: Int?
  /// The bytes, if requested.
  var bytes: [UInt8] = []

  init(
    _ bytes: UnsafeRawBufferPointer,
    mime: String?,
    type: Int?,
    description: String? = nil,
    chapter: Int? = nil,
    keeping longest: Int
  ) {
    count = bytes.count
    header = PictureHeader(UnsafeRawBufferPointer(rebasing: bytes.prefix(64 << 10)))
    self.mime = mime.flatMap { $0.isEmpty ? nil : $0 }
    self.type = type
    self.description = description
    self.chapter = chapter
    // A link to a picture elsewhere, in the notation of ID3 and FLAC.
    isLink = mime == "-->"
    if bytes.count <= longest { self.bytes = Array(bytes) }
  }
}
