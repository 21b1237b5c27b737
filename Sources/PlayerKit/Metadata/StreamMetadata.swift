/// What a stream says about itself while it plays, as live radio does: by ICY, or in Ogg.
///
/// All of it are the words of strangers. Texts of titles are one line, of 1,000 characters at most,
/// without control characters. Nothing of it is checked or fetched.
public struct StreamMetadata: Sendable, Hashable {
  /// What plays now, in the words of the station, often "artist - title"; `nil`: it did not say.
  public var title: String?
  /// Who plays it, where the stream tells that apart from the title, as Ogg does.
  public var artist: String?
  /// An address for what plays now: of a cover, of a page.
  public var url: String?
  /// The station's name.
  public var name: String?
  /// The station's genre.
  public var genre: String?
  /// What the station says about itself.
  public var description: String?
  /// The address of the station's page.
  public var homepage: String?
  /// The address of the station's logo.
  public var logo: String?
  /// The bit rate that the station states, in bits per second.
  public var bitRate: Int?

  /// Makes metadata.
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
