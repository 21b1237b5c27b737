import PlayerKitMedia
import PlayerKit

/// What is in one piece of media, as its tags and its container say it.
///
/// All of it are the words of strangers, bounded: titles and names are one line of 1,000 characters at
/// most, remarks 16,384, words of songs 1 MiB; there are 10,000 chapters, 200 pictures, and 100 values of
/// one field at most. Nothing of it is fetched.
public struct MediaInformation: Sendable, Hashable {
  /// What is to be shown of it: title, artists, chapters, the key of its cover.
  public var metadata = TrackMetadata()
  /// The pictures in it, in the order of the file, and the one beside it.
  public var pictures: [Picture] = []
  /// The words in it. Of a local file whose own have no times, those in the `.lrc` of its name beside it. `nil`
  /// where there are none.
  public var lyrics: Lyrics?
  /// The length; `nil` where only reading all of it would tell.
  public var duration: Duration?
  /// The codec, as FFmpeg names it: `mp3`, `flac`, `aac`; `nil` where unknown.
  public var codec: String?
  /// The container, as FFmpeg names it: `mp3`, `flac`, `mp4`, `ogg`; `nil` where unknown.
  public var container: String?
  /// In Hz.
  public var sampleRate: Int?
  /// How many channels.
  public var channels: Int?
  /// In bits per second: as the media states it, else on average, pictures included.
  public var bitRate: Int?
  /// How loud it is, as its tags say.
  public var gain = ReplayGain()
  /// What the encoder put before and behind the audio; `nil` where nothing says so.
  public var padding: Padding?

  /// Makes information of nothing.
  public init() {}

  /// A picture: what its header says of it.
  public struct Picture: Sendable, Hashable {
    /// Where a picture is.
    @nonexhaustive public enum Place: Sendable, Hashable {
      /// Within the media.
      case embedded
      /// In a file beside it.
      case file(name: String)
    }

    /// What a picture shows, as ID3v2 numbers it.
    public struct Kind: RawRepresentable, Sendable, Hashable {
      /// The number.
      public let rawValue: Int

      /// Makes a kind of a number.
      public init(rawValue: Int) { self.rawValue = rawValue }

      /// Something else, or untold.
      public static let other = Kind(rawValue: 0)
      /// The front cover.
      public static let frontCover = Kind(rawValue: 3)
      /// The back cover.
      public static let backCover = Kind(rawValue: 4)
    }

    /// What it shows.
    public var kind: Kind
    /// Its media type: by its first bytes, else as the tag states it; `nil` where unknown.
    public var mimeType: String?
    /// How many bytes it has.
    public var byteCount: Int
    /// In pixels; `nil` where its header does not tell, or is not known here.
    public var width: Int?
    /// In pixels, likewise.
    public var height: Int?
    /// What the tag says about it; `nil` where nothing.
    public var description: String?
    /// Where it is.
    public var place: Place
    /// What ``MediaInspector`` knows it by.
    public var artwork: Artwork
    /// The chapter that it belongs to, counted from 0; `nil`: the whole.
    public var chapter: Int?
  }

  /// What an encoder puts around the audio.
  public struct Padding: Sendable, Hashable {
    /// In samples, before the audio.
    public var start: Int
    /// In samples, behind it.
    public var end: Int

    /// Makes a padding.
    public init(start: Int, end: Int) {
      (self.start, self.end) = (start, end)
    }
  }
}
