import PlayerKit
import PlayerKitMedia

/// Inspects one piece of media: TagLib reads the tags, libavformat the rest, from the same bytes.
/// Blocks.
struct Inspection {
  enum Purpose: Sendable, Equatable {
    case showing(keepsSmallPictures: Bool)
    /// To return the bytes of one picture.
    case picture(Int)

    var isShowing: Bool { if case .showing = self { true } else { false } }

    /// Returns the maximum size of a picture whose bytes are kept.
    func longestKept(_ number: Int) -> Int {
      switch self {
      case .showing(let keepsSmallPictures): keepsSmallPictures ? 128 << 10 : 0
      case .picture(let wanted): number == wanted ? MediaInspector.largestPicture : 0
      }
    }
  }

  let bytes: MediaBytes
  let purpose: Purpose
  let turn: MemoryPermit

  init(_ bytes: MediaBytes, for purpose: Purpose, turn: MemoryPermit) {
    (self.bytes, self.purpose, self.turn) = (bytes, purpose, turn)
  }

  func find() throws(PlayerError) -> Finding {
    try bytes.begin()
    defer { turn.end() }
    let tagLength = bytes.tagLength
    let kind = MediaKind(bytes, after: tagLength)
    let index = kind == .mp4 ? MP4Index(bytes, from: tagLength, limits: bytes.limits.index) : nil
    var comments: OggComments?
    if purpose.isShowing {
      if kind.hasTagInOnePiece { bytes.allowWholeTags() }
      if tagLength > 0 { bytes.holes = ID3SkippedRanges.find(in: bytes) }
      if kind.mayHaveAPETag { bytes.holes += APESkippedRanges.find(in: bytes) }
      if let index { bytes.holes = index.holes }
      comments = OggComments(bytes, kind)
      if let comments { bytes.replace(comments.range, by: comments.pages) }
    }
    // After the index there are no tags, but possibly many fragments.
    let end = index?.end ?? bytes.size
    let isSane = kind != .mp4 || MP4Depth.isShallow(bytes, until: end)
    let layout = kind == .mpeg ? TagLayout(bytes) : nil
    var tags = isSane ? self.tags(of: kind, after: tagLength, until: end) : RawTags()
    comments?.restore(&tags.pictures)
    for other in otherTags(of: kind, layout, after: tagLength) { tags.fill(from: other) }
    let matroska = kind == .matroska ? MatroskaTags(bytes) : nil
    for field in matroska?.fields ?? [] { tags.add(field.value, field.key, of: .simpleTags) }
    if case .picture(let number) = purpose, tags.pictures.count > number {
      return Finding(tags: tags, container: nil, index: nil, isWhole: false)
    }
    // The index holds short chapter lists. libavformat would read through the media for them.
    let hasChapters = index.map { (1..<255).contains($0.chapters.count) } ?? false
    func read(chapters: Bool) -> Container? {
      ContainerReader(
        bytes,
        from: min(tagLength, bytes.size),
        index: index,
        view: MediaView(of: bytes, kind, layout),
        for: purpose
      )
      .read(chapters: chapters, kind: kind)
    }
    var container = read(chapters: !hasChapters)
    if let failure = bytes.failure {
      guard isBound(failure) else { throw failure }
      // Some chapters or their titles are missing. Read the rest again without chapters, from the
      // bytes already read.
      if !hasChapters { container = read(chapters: false) }
    }
    if container == nil {
      let isCut = bytes.failure != nil || comments?.isWhole == false
      guard isCut, !tags.isEmpty else {
        // If the first bytes name a format, it is not unknown.
        let isOutOfReach = bytes.isShort && kind.container != nil
        throw bytes.failure
          ?? (isOutOfReach ? InspectionFailure.tooMuch : InspectionFailure.unknown)
      }
    }
    // libavformat mixes the tags of chapters, movements and tracks.
    if matroska?.hasTags == true { container?.tags = [] }
    if kind == .musepack, let end = MusepackLength.end(of: bytes, from: tagLength) {
      container?.duration = end.duration.ifStorable
    }
    if let index {
      if index.lacksFragments { container?.duration = index.statedDuration }
      if container?.padding == nil { container?.padding = index.padding }
      if let edits = MP4Edits(bytes) { container?.duration = edits.duration.ifStorable }
    }
    if kind.container == "ogg", !bytes.isShort,
      let chain = OggChain(bytes, readsAll: bytes.isLocal) ?? bytes.remote()?.linksIfSeveral(bytes)
    {
      container?.duration = chain.duration.ifStorable
    }
    if let length = statedLength(of: kind, from: tagLength) {
      container?.duration = length.ifStorable
    }
    if let layout, container?.codec == "mp3" {
      for (key, value) in layout.fields.gains {
        TagNames.name(of: key, in: .container).map { tags.add(value, $0, of: .container) }
      }
      if let beginning = layout.firstFrames(bytes)?.beginning {
        container?.measure(beginning, layout, bytes)
      }
    } else if let layout, let frame = layout.adts, container?.codec == "aac" {
      container?.measure(frame, layout, bytes)
    }
    return Finding(
      tags: tags,
      container: container,
      index: hasChapters ? index : nil,
      isWhole: !bytes.hasGaps && bytes.failure == nil
    )
  }

  /// Returns the length that libavformat does not find, or gets wrong.
  private func statedLength(of kind: MediaKind, from start: Int64) -> Duration? {
    switch kind {
    case .flac where bytes.isSeekable: FLACLength.duration(of: bytes, from: start)
    case .matroska where bytes.isLocal: MatroskaLength.duration(of: bytes)
    case .other where bytes.isLocal: CAFLength.duration(of: bytes)
    default: nil
    }
  }

  /// Whether only a read limit ended reading. Tags and format are still useful then.
  private func isBound(_ failure: PlayerError) -> Bool {
    failure == InspectionFailure.tooMuch || HTTPFailure.isBound(failure)
  }
}
