import PlayerKitCTagLib
import PlayerKitMedia
import PlayerKitPlaylists

/// Reads tags with TagLib, which gets all bytes through a callback.
final class TagReader {
  private let bytes: MediaBytes
  private let purpose: Inspection.Purpose
  private let turn: MemoryPermit
  private var tags = RawTags()
  /// The range to read.
  private let start: Int64
  private let end: Int64
  /// The limit for pictures of the track, and again for pictures of chapters.
  private static let maximumPictures = 200
  private var chapterPictures = 0

  init(
    _ bytes: MediaBytes,
    from start: Int64 = 0,
    until end: Int64,
    for purpose: Inspection.Purpose,
    turn: MemoryPermit
  ) {
    self.bytes = bytes
    self.end = min(end, bytes.size)
    self.start = min(start, self.end)
    self.purpose = purpose
    self.turn = turn
  }

  func read(_ format: ctaglib_format) -> RawTags {
    withExtendedLifetime(self) {
      let context = Unmanaged.passUnretained(self).toOpaque()
      var source = ctaglib_source(
        context: context,
        read: { context, offset, buffer, count in
          guard let reader = TagReader.from(context), let buffer else { return 0 }
          return reader.read(at: offset, into: .init(start: buffer, count: count))
        },
        allow: { context, count in
          guard let reader = TagReader.from(context) else { return 0 }
          return reader.turn.allows(count, unless: { reader.bytes.isCancelled }) ? 1 : 0
        },
        size: end - start
      )
      var visitor = ctaglib_visitor(
        context: context,
        field: { context, field in
          guard let field else { return }
          TagReader.from(context)?.take(field.pointee)
        },
        picture: { context, picture in
          guard let picture else { return }
          TagReader.from(context)?.take(picture.pointee)
        },
        chapter: { context, start, end in TagReader.from(context)?.takeChapter(start, end) },
        words: { context, language, text, length, time, list, isLatin1 in
          TagReader.from(context)?.takeWords(
            language.map { String(cString: $0) } ?? "",
            TagReader.text(text, length, isLatin1: isLatin1 != 0),
            time,
            Int(list)
          )
        }
      )
      _ = ctaglib_read(format, &source, &visitor)
    }
    tags.orderChapters()
    return tags
  }

  private func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (offset, isBeyond) = start.addingReportingOverflow(place)
    guard !bytes.isCancelled, !isBeyond, offset < end else { return 0 }
    let room = Int(min(Int64(buffer.count), end - offset))
    let count = bytes.read(at: offset, into: .init(rebasing: buffer[..<room]))
    // TagLib reads a tag in one piece after its header.
    if count == 10, let tag = ID3TagHeader(buffer[..<10]) {
      if ID3Frames.hasDroppedExtension(tag) { buffer[5] &= ~0x40 }
      // TagLib counts the footer among the frames, and misses the last of them.
      if tag.version == 4, tag.hasFooter { buffer[5] &= ~0x10 }
    }
    guard offset >= 10, count > 10 else { return count }
    let place = offset - Int64(ID3TagHeader.length)
    if let tag = ID3TagHeader(bytes.bytes(at: place, count: ID3TagHeader.length)) {
      let body = min(Int64(count), tag.bodyLength)
      ID3Frames.mend(tag, UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(body)]))
    }
    return count
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> TagReader? {
    context.map { Unmanaged<TagReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func text(
    _ text: UnsafePointer<CChar>?,
    _ length: Int,
    isLatin1: Bool
  ) -> String {
    guard let text else { return "" }
    let bytes = UnsafeRawBufferPointer(start: text, count: min(length, TagText.longestLyrics))
    let whole = String(decoding: bytes, as: UTF8.self)
    return isLatin1 ? TextEncoding.repaired(whole) : whole
  }

  private func take(_ field: ctaglib_field) {
    let key = Self.text(field.key, min(field.key_length, 1_000), isLatin1: false)
    let value = Self.text(field.value, field.value_length, isLatin1: field.is_latin1 != 0)
    guard let kind = TagKind(field.tag) else { return }
    if field.chapter >= 0 {
      take(value, key, ofChapter: Int(field.chapter))
    } else if let name = TagNames.name(of: key, in: kind) {
      let isGenre = kind == .id3v2 && name == "GENRE"
      for value in isGenre ? TagGenres.names(in: value) : [value] {
        tags.add(value, name, of: kind)
      }
    }
  }

  private func take(_ value: String, _ key: String, ofChapter index: Int) {
    guard tags.chapters.indices.contains(index), tags.takesForChapter(value.utf8.count) else {
      return
    }
    if key == "TIT2" {
      tags.chapters[index].title = tags.chapters[index].title ?? value
    } else if key.hasPrefix("WXXX:") || key.hasPrefix("W") {
      tags.chapters[index].link = tags.chapters[index].link ?? value
    }
  }

  private func take(_ picture: ctaglib_picture) {
    guard let bytes = picture.bytes, picture.count > 0 else { return }
    let chapter = Int(picture.chapter)
    if chapter >= 0 {
      // Chapters above the limit do not exist here.
      guard tags.chapters.indices.contains(chapter), chapterPictures < Self.maximumPictures else {
        return
      }
      chapterPictures += 1
    } else if tags.pictures.count - chapterPictures >= Self.maximumPictures {
      return
    }
    tags.pictures.append(
      RawPicture(
        UnsafeRawBufferPointer(start: bytes, count: picture.count),
        mime: picture.mime.map { String(cString: $0) },
        type: picture.type < 0 ? nil : Int(picture.type),
        description: picture.description.map { String(cString: $0) },
        chapter: chapter < 0 ? nil : chapter,
        keeping: purpose.longestKept(tags.pictures.count)
      )
    )
    if tags.chapters.indices.contains(chapter), tags.chapters[chapter].picture == nil {
      tags.chapters[chapter].picture = tags.pictures.count - 1
    }
  }

  private func takeChapter(_ start: UInt32, _ end: UInt32) {
    guard tags.chapters.count < TagText.maximumChapters else { return }
    tags.chapters.append(.init(start: start, end: end))
  }

  private func takeWords(_ language: String, _ text: String, _ time: Int64, _ list: Int) {
    guard tags.takesWords(text.utf8.count) else { return }
    tags.words.append(.init(language: language, text: text, time: time, list: list))
  }
}

extension TagKind {
  fileprivate init?(_ tag: ctaglib_tag) {
    switch tag {
    case ctaglib_id3v2: self = .id3v2
    case ctaglib_id3v1: self = .id3v1
    case ctaglib_comments: self = .comments
    case ctaglib_apev2: self = .apev2
    case ctaglib_items: self = .items
    case ctaglib_attributes: self = .attributes
    case ctaglib_info: self = .info
    default: return nil
    }
  }
}
