/// A format that files of the Internet Archive have, or a word of its name: `flac` is also `24bit Flac`, `mp3`
/// any MP3.
public struct ArchiveFormat: RawRepresentable, Hashable, Sendable {
  /// As the archive names it. Case does not count.
  public let rawValue: String

  /// Makes a format of the archive's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Lossless.
  public static let flac = ArchiveFormat(rawValue: "Flac")
  /// MP3 of a bit rate that varies.
  public static let variableMP3 = ArchiveFormat(rawValue: "VBR MP3")
  /// Any MP3.
  public static let mp3 = ArchiveFormat(rawValue: "MP3")
  /// Vorbis.
  public static let ogg = ArchiveFormat(rawValue: "Ogg")

  private var words: Set<String> {
    Set(rawValue.lowercased().split(separator: " ").map(String.init))
  }

  /// How well a file has it, the smaller the better; `nil`: it has not.
  func excess(of format: String) -> Int? {
    let (wanted, found) = (words, ArchiveFormat(rawValue: format).words)
    return !wanted.isEmpty && wanted.isSubset(of: found) ? found.count - wanted.count : nil
  }
}

extension [ArchiveFormat] {
  /// FLAC, else VBR MP3, else Ogg, else any MP3, else what can be played.
  public static let best: [ArchiveFormat] = [.flac, .variableMP3, .ogg, .mp3]
}
