import PlayerKitCTagLib
import PlayerKitMedia

extension Inspection {
  /// Reads the tags at their usual places.
  ///
  /// - Parameter tagLength: The length of an ID3v2 tag before the media.
  func tags(of kind: MediaKind, after tagLength: Int64, until end: Int64) -> RawTags {
    guard let format = kind.tagLib else { return RawTags() }
    // Other media must begin with its own first bytes.
    let start = kind.mayFollowID3 ? 0 : tagLength
    return read(format, in: start..<max(end, start))
  }

  /// Reads the tags that TagLib does not look for.
  func otherTags(of kind: MediaKind, _ layout: TagLayout?, after tagLength: Int64) -> [RawTags] {
    var ranges = layout?.otherTags ?? []
    if tagLength > 0, !kind.readsID3 { ranges.append(0..<min(tagLength, bytes.size)) }
    if bytes.isLocal, kind.hidesAPETag, let tag = APESkippedRanges.tag(in: bytes) {
      ranges.append(tag.range)
    }
    // To TagLib, a tag alone is an MP3 without frames.
    return ranges.map { read(ctaglib_mpeg, in: $0) }
  }

  private func read(_ format: ctaglib_format, in range: Range<Int64>) -> RawTags {
    TagReader(bytes, from: range.lowerBound, until: range.upperBound, for: purpose, turn: turn)
      .read(format)
  }
}

extension MediaKind {
  /// Whether TagLib reads an ID3v2 tag before the media.
  fileprivate var readsID3: Bool {
    switch self {
    case .mpeg, .flac, .tta: true
    default: false
    }
  }

  /// Whether TagLib finds the media after an ID3v2 tag.
  fileprivate var mayFollowID3: Bool {
    switch self {
    case .ape, .musepack: true
    default: readsID3
    }
  }

  /// Whether there may be an APEv2 tag at the end that TagLib does not read.
  fileprivate var hidesAPETag: Bool {
    switch self {
    case .tta, .other: true
    default: false
    }
  }
}
