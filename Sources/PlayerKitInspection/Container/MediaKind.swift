import PlayerKitCTagLib
import PlayerKitMedia

/// The kind of media by its first bytes, with the detail needed for tags.
enum MediaKind: Sendable {
  case mpeg, flac, mp4, vorbis, opus, oggFLAC, speex, asf, aiff, wav, ape, wavPack, musepack, tta
  /// ``MatroskaTags`` reads its tags.
  case matroska
  /// libavformat reads its tags from the container.
  case other

  /// - Parameters:
  ///   - head: The bytes after an ID3v2 tag, or the first bytes.
  ///   - hasID3: Whether an ID3v2 tag comes before them.
  init(_ head: [UInt8], hasID3: Bool) {
    func has(_ text: String, at offset: Int = 0) -> Bool { head.has(text, at: offset) }
    if has("fLaC") {
      self = .flac
    } else if has("OggS") {
      self = Self.ogg(head)
    } else if ["ftyp", "moov", "mdat", "free", "wide"].contains(where: { has($0, at: 4) }) {
      self = .mp4
    } else if head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]) {
      self = .asf
    } else if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) {
      self = .aiff
    } else if has("RIFF"), has("WAVE", at: 8) {
      self = .wav
    } else if has("MAC ") {
      self = .ape
    } else if has("wvpk") {
      self = .wavPack
    } else if has("MP+") || has("MPCK") {
      self = .musepack
    } else if has("TTA1") {
      self = .tta
    } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
      self = .matroska
    } else if has("caff") || has("DSD ") {
      self = .other
    } else if hasID3 || Self.isMPEG(head) {
      self = .mpeg
    } else {
      self = .other
    }
  }

  /// TagLib's format; `nil` if TagLib does not read it.
  var tagLib: ctaglib_format? {
    switch self {
    case .mpeg: ctaglib_mpeg
    case .flac: ctaglib_flac
    case .mp4: ctaglib_mp4
    case .vorbis: ctaglib_ogg_vorbis
    case .opus: ctaglib_ogg_opus
    case .oggFLAC: ctaglib_ogg_flac
    case .speex: ctaglib_ogg_speex
    case .asf: ctaglib_asf
    case .aiff: ctaglib_aiff
    case .wav: ctaglib_wav
    case .ape: ctaglib_ape
    case .wavPack: ctaglib_wavpack
    case .musepack: ctaglib_musepack
    case .tta: ctaglib_tta
    case .matroska, .other: nil
    }
  }

  /// libavformat's name; `nil` if it has to detect the format.
  var container: String? {
    switch self {
    case .flac: "flac"
    case .mp4: "mov"
    case .vorbis, .opus, .oggFLAC, .speex: "ogg"
    case .asf: "asf"
    case .aiff: "aiff"
    case .wav: "wav"
    case .ape: "ape"
    case .wavPack: "wv"
    case .tta: "tta"
    case .matroska: "matroska"
    case .mpeg, .musepack, .other: nil
    }
  }

  var mayHaveAPETag: Bool {
    switch self {
    case .mpeg, .ape, .wavPack, .musepack: true
    case .flac, .mp4, .vorbis, .opus, .oggFLAC, .speex, .asf, .aiff, .wav, .tta, .matroska, .other:
      false
    }
  }

  /// Whether a parser reads the whole tag in one piece, with its pictures.
  var hasTagInOnePiece: Bool {
    switch self {
    case .mpeg, .ape, .wavPack, .musepack, .tta, .aiff, .wav: true
    case .flac, .mp4, .vorbis, .opus, .oggFLAC, .speex, .asf, .matroska, .other: false
    }
  }

  private static func ogg(_ head: [UInt8]) -> MediaKind {
    guard let page = OggPageHeader(head) else { return .other }
    let packet = head.dropFirst(page.headerLength)
    if packet.starts(with: [1] + Array("vorbis".utf8)) { return .vorbis }
    if packet.starts(with: Array("OpusHead".utf8)) { return .opus }
    if packet.starts(with: [0x7F] + Array("FLAC".utf8)) { return .oggFLAC }
    return packet.starts(with: Array("Speex ".utf8)) ? .speex : .other
  }

  /// Whether a frame of MPEG audio or ADTS may begin nearby.
  private static func isMPEG(_ head: [UInt8]) -> Bool {
    head.indices.dropLast().contains { head[$0] == 0xFF && head[$0 + 1] & 0xE0 == 0xE0 }
  }
}

extension MediaKind {
  /// Detects the kind of media that follows an ID3v2 tag of this length.
  init(_ bytes: MediaBytes, after tagLength: Int64) {
    let head = bytes.bytes(at: tagLength, count: 4_096)
    self.init(head, hasID3: tagLength > 0)
    // MPEG audio may also follow an APEv2 tag or other bytes.
    if case .other = self, TagLayout(bytes) != nil { self = .mpeg }
  }
}
