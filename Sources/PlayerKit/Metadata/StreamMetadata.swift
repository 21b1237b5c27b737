/// Metadata that a stream sends during playback, as live radio does by ICY or in Ogg.
///
/// All texts are untrusted. Titles are a single line of at most 1,000 characters without control
/// characters. Nothing is checked or fetched.
public struct StreamMetadata: Sendable, Hashable {
  /// The current title, as the station sends it, often "artist - title"; `nil` if it sent none.
  public var title: String?
  /// The artist, if the stream sends it separately from the title, as Ogg does.
  public var artist: String?
  /// An address for the current title, such as a cover or a page.
  public var url: String?
  /// The station's name.
  public var name: String?
  /// The station's genre.
  public var genre: String?
  /// The station's description of itself.
  public var description: String?
  /// The address of the station's page.
  public var homepage: String?
  /// The address of the station's logo.
  public var logo: String?
  /// The bit rate that the station states, in bits per second.
  public var bitRate: Int?

  /// Creates metadata.
  public init(
    title: String? = nil,
    artist: String? = nil,
    url: String? = nil,
    name: String? = nil,
    genre: String? = nil,
    description: String? = nil,
    homepage: String? = nil,
    logo: String? = nil,
    bitRate: Int? = nil
  ) {
    self.title = title
    self.artist = artist
    self.url = url
    self.name = name
    self.genre = genre
    self.description = description
    self.homepage = homepage
    self.logo = logo
    self.bitRate = bitRate
  }
}
