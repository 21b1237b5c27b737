import PlayerKit
import PlayerKitMedia

/// The contents of one piece of media, according to its tags and container.
///
/// This data is untrusted, but bounded: titles and names are one line of at most 1,000 characters,
/// remarks have at most 16,384 characters, and lyrics at most 1 MiB. There are at most 10,000
/// chapters, 200 pictures, and 100 values of one field. Links are not fetched.
public struct MediaInformation: Sendable, Hashable {
  /// The metadata to show: title, artists, chapters, the key of the cover.
  public var metadata = TrackMetadata()
  /// The pictures in the media, in file order, and the picture next to it.
  public var pictures: [Picture] = []
  /// The embedded lyrics. For a local file without timed lyrics, the lyrics in the `.lrc` file of
  /// the same name, if it exists. `nil` if there are none.
  public var lyrics: Lyrics?
  /// The duration; `nil` if finding it would take reading the whole media.
  public var duration: Duration?
  /// The codec by FFmpeg's name: `mp3`, `flac`, `aac`; `nil` if unknown.
  public var codec: String?
  /// The container by FFmpeg's name: `mp3`, `flac`, `mp4`, `ogg`; `nil` if unknown.
  public var container: String?
  /// The sample rate in Hz.
  public var sampleRate: Int?
  /// The number of channels.
  public var channels: Int?
  /// The bit rate in bits per second: the stated rate, or else the average, including pictures.
  public var bitRate: Int?
  /// The loudness according to the tags.
  public var gain = ReplayGain()
  /// The samples that the encoder added before and after the audio; `nil` if unknown.
  public var padding: Padding?

  /// Creates empty information.
  public init() {}

  /// The header data of a picture.
  public struct Picture: Sendable, Hashable {
    /// The location of a picture.
    @nonexhaustive public enum Place: Sendable, Hashable {
      /// Within the media.
      case embedded
      /// In a file next to the media.
      case file(name: String)
    }

    /// The subject of a picture, numbered as in ID3v2.
    public struct Kind: RawRepresentable, Sendable, Hashable {
      /// ID3v2's number.
      public let rawValue: Int

      /// Creates a kind from ID3v2's number.
      public init(rawValue: Int) { self.rawValue = rawValue }

      /// Another or unknown subject.
      public static let other = Kind(rawValue: 0)
      /// The front cover.
      public static let frontCover = Kind(rawValue: 3)
      /// The back cover.
      public static let backCover = Kind(rawValue: 4)
    }

    /// The subject of the picture.
    public var kind: Kind
    /// The media type, by the first bytes or else by the tag; `nil` if unknown.
    public var mimeType: String?
    /// The size in bytes.
    public var byteCount: Int
    /// The width in pixels; `nil` if the header does not state it or is not supported.
    public var width: Int?
    /// The height in pixels; `nil` if the header does not state it or is not supported.
    public var height: Int?
    /// The tag's description of the picture.
    public var description: String?
    /// The location of the picture.
    public var place: Place
    /// The artwork, which ``MediaInspector`` can load.
    public var artwork: Artwork
    /// The index of its chapter, from 0; `nil` if it belongs to the whole media.
    public var chapter: Int?
  }

  /// The samples that an encoder adds around the audio.
  public struct Padding: Sendable, Hashable {
    /// The number of samples before the audio.
    public var start: Int
    /// The number of samples after the audio.
    public var end: Int

    /// Creates a padding.
    public init(start: Int, end: Int) {
      (self.start, self.end) = (start, end)
    }
  }
}
