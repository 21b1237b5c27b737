import MusicCatalog

extension AppleMusic {
  /// The charts, a list of them a type.
  ///
  /// A type without hits has no group.
  ///
  /// A group that this version does not know or cannot read is in ``FieldValues/others``.
  public typealias ChartResults = FieldValues<ChartGroups>

  /// The groups of ``ChartResults``.
  public struct ChartGroups: FieldSet {
    /// The groups by name.
    public static let table = FieldTable(ChartGroups())

    /// Charts of songs.
    public let songs = Field<LossyArray<Chart<Song>>>("songs")
    /// Charts of albums.
    public let albums = Field<LossyArray<Chart<Album>>>("albums")
    /// Charts of playlists.
    public let playlists = Field<LossyArray<Chart<Playlist>>>("playlists")
    /// Charts of music videos.
    public let musicVideos = Field<LossyArray<Chart<MusicVideo>>>("music-videos")
    /// The charts of cities, each a list of playlists.
    public let cityCharts = Field<LossyArray<Chart<Playlist>>>("cityCharts")
    /// The charts of countries and the world, each a list of playlists.
    public let dailyGlobalTopCharts = Field<LossyArray<Chart<Playlist>>>("dailyGlobalTopCharts")
  }
}

extension AppleMusic {
  /// One chart: a list with a heading.
  public struct Chart<Element: Member>: Hashable, Sendable {
    /// The name of the kind of chart, `most-played`.
    public var chart: String?
    /// The heading, for people.
    public var name: String?
    /// What the answer's order calls it, `most-played:songs`.
    public var orderId: String?
    /// The first page of its members.
    public var members: Collection<Element>

    /// Makes a chart.
    public init(_ members: Collection<Element>, chart: String? = nil, name: String? = nil) {
      self.members = members
      self.chart = chart
      self.name = name
    }
  }
}

extension AppleMusic.Chart: Codable {
  private enum CodingKeys: String, CodingKey {
    case chart, name, orderId
  }

  /// Reads a chart. Heading and list stand side by side in one object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    chart = try container.decodeIfPresent(String.self, forKey: .chart)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    orderId = try container.decodeIfPresent(String.self, forKey: .orderId)
    members = try AppleMusic.Collection(from: decoder)
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(chart, forKey: .chart)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(orderId, forKey: .orderId)
    try members.encode(to: encoder)
  }
}
