import PlayerKit
import PlayerKitMedia

extension Inspection {
  /// The result of an inspection, before the media is named.
  struct Finding: Sendable {
    let tags: RawTags
    let container: Container?
    let index: MP4Index?
    /// Whether parsers could read everything they asked for.
    let isWhole: Bool

    init(tags: RawTags, container: Container?, index: MP4Index?, isWhole: Bool) {
      var tags = tags
      for tag in container?.tags ?? [] {
        if let name = TagNames.name(of: tag.key, in: .container) {
          tags.add(tag.value, name, of: .container)
        }
      }
      (self.tags, self.container, self.index, self.isWhole) = (tags, container, index, isWhole)
    }

    var pictures: [RawPicture] { tags.pictures + (container?.pictures ?? []) }

    /// The bytes of small pictures by number.
    var keptPictures: [Int: [UInt8]] {
      guard isWhole else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: pictures.enumerated().filter { !$1.bytes.isEmpty }.map {
          ($0, $1.bytes)
        }
      )
    }

    /// - Parameter name: The media's name in the keys of its pictures.
    func information(named name: String) -> MediaInformation {
      var information = MediaInformation()
      let pictures = pictures
      func artwork(_ number: Int) -> Artwork? {
        guard pictures.indices.contains(number), !pictures[number].isLink else { return nil }
        let id = PicturePlaces.id(number, of: name)
        return Artwork(
          .init(source: "media", id: id, isTemporary: PicturePlaces.isRemembered(name))
        )
      }
      information.pictures = pictures.indices.compactMap { number in
        artwork(number).map { .init(pictures[number], artwork: $0) }
      }
      information.lyrics = tags.lyrics()
      information.gain = tags.gain()
      information.padding = container?.padding ?? tags.padding()
      information.duration = container?.duration
      information.codec = container?.codec
      information.container = container?.format
      information.sampleRate = container?.sampleRate
      information.channels = container?.channels
      information.bitRate = container?.bitRate
      var metadata = tags.metadata()
      metadata.duration = container?.duration
      metadata.chapters = chapters(artwork)
      let covers = information.pictures.filter { $0.chapter == nil }
      metadata.artwork = (covers.first { $0.kind == .frontCover } ?? covers.first)?.artwork
      information.metadata = metadata
      return information
    }

    private func chapters(_ artwork: (Int) -> Artwork?) -> [Chapter] {
      if let index {
        let chapters = index.chapters.compactMap { chapter -> Chapter? in
          guard chapter.start <= UInt64(Int64.max / 100),
            let start = Duration.nanoseconds(Int64(chapter.start) * 100).ifStorable
          else { return nil }
          let title = TagText.line(String(decoding: chapter.title, as: UTF8.self))
          return Chapter(title: title, start: start)
        }
        return chapters.inOrder
      }
      let own = tags.chapters(artwork: artwork)
      return own.isEmpty ? (container?.chapters ?? []).inOrder : own
    }
  }
}

extension MediaInformation.Picture {
  init(_ picture: RawPicture, artwork: Artwork) {
    self.init(
      kind: .init(rawValue: picture.type ?? 0),
      mimeType: picture.header?.format.rawValue ?? picture.mime.flatMap { TagText.line($0) },
      byteCount: picture.count,
      width: picture.header?.width,
      height: picture.header?.height,
      description: picture.description.flatMap { TagText.line($0) },
      place: .embedded,
      artwork: artwork,
      chapter: picture.chapter
    )
  }
}
