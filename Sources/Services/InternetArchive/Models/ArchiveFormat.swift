/// A file format of the Internet Archive, or a word of its name: `flac` also matches `24bit Flac`,
/// and `mp3` matches any MP3.
public struct ArchiveFormat: RawRepresentable, Hashable, Sendable {
  /// The archive's name. Case is ignored.
  public let rawValue: String

  /// Makes a format from the archive's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Lossless.
  public static let flac = ArchiveFormat(rawValue: "Flac")
  /// MP3 with a variable bit rate.
  public static let variableMP3 = ArchiveFormat(rawValue: "VBR MP3")
  /// Any MP3.
  public static let mp3 = ArchiveFormat(rawValue: "MP3")
  /// Vorbis.
  public static let ogg = ArchiveFormat(rawValue: "Ogg")

  private var words: Set<String> {
    Set(rawValue.lowercased().split(separator: " ").map(String.init))
  }

  /// How closely a file's format matches. Lower is better; `nil` if it does not match.
  func excess(of format: String) -> Int? {
    let (wanted, found) = (words, ArchiveFormat(rawValue: format).words)
    return !wanted.isEmpty && wanted.isSubset(of: found) ? found.count - wanted.count : nil
  }
}

extension [ArchiveFormat] {
  /// FLAC, then VBR MP3, Ogg, any MP3, and any playable format.
  public static let best: [ArchiveFormat] = [.flac, .variableMP3, .ogg, .mp3]
}
