import MediaLoading
import PlayerKit

/// What tags hold, before anybody has made sense of it.
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
    /// In milliseconds; less than 0: the words are all of them, without times.
    var time: Int64
    var list: Int
  }

  /// One tag's fields, by ``TagNames``, in the order of the file.
  private(set) var fields: [TagKind: [String: [String]]] = [:]
  var pictures: [RawPicture] = []
  var chapters: [Chapter] = []
  var words: [Words] = []
  private var left = 10_000
  private var room = 8 << 20

  var isEmpty: Bool { fields.isEmpty && pictures.isEmpty }

  /// Whether there is room for so much more text.
  mutating func takes(_ length: Int) -> Bool {
    guard left > 0, length <= room else { return false }
    left -= 1
    room -= length
    return true
  }

  mutating func add(_ value: String, _ key: String, of kind: TagKind) {
    guard !value.isEmpty, takes(value.utf8.count) else { return }
    fields[kind, default: [:]][key, default: []].append(value)
  }

  /// The values of the first of these fields that has any, of the first tag that has it.
  func all(_ keys: String...) -> [String] {
    for kind in TagKind.allCases {
      guard let fields = fields[kind] else { continue }
      for key in keys {
        if let values = fields[key], !values.isEmpty { return values }
      }
    }
    return []
  }

  /// All fields whose name begins so, of all tags.
  func named(prefix: String) -> [(key: String, value: String)] {
    TagKind.allCases.flatMap { kind in
      (fields[kind] ?? [:]).filter { $0.key.hasPrefix(prefix) }
        .flatMap { key, values in values.map { (key, $0) } }
    }
  }
}

/// Which tag a field is of. The first ones win.
enum TagKind: Int, CaseIterable, Sendable {
  case comments, id3v2, items, attributes, apev2, info, id3v1, container
}

/// A picture, as it was found.
struct RawPicture {
  var type: Int?
  var mime: String?
  var description: String?
  var count: Int
  var header: PictureHeader?
  var isLink = false
  var chapter: Int?
  /// Where it was asked for.
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
    // A picture elsewhere, as ID3 and FLAC write it.
    isLink = mime == "-->"
    if bytes.count <= longest { self.bytes = Array(bytes) }
  }
}
