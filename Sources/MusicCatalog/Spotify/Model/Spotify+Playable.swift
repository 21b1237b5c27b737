extension Spotify {
  /// What a place in a playlist, a queue or the player may hold.
  public enum Playable: Hashable, Sendable {
    /// A track, local files included.
    case track(Track)
    /// An episode of a podcast.
    case episode(Episode)
    /// A thing of a type without a model, as it was sent.
    case unknown(JSONValue)
  }
}

extension Spotify.Playable {
  /// The track, where it is one.
  public var track: Spotify.Track? {
    guard case .track(let track) = self else { return nil }
    return track
  }

  /// The identity as an address.
  public var uri: String? {
    switch self {
    case .track(let track): track.uri
    case .episode(let episode): episode.uri
    case .unknown(let json): json["uri"]?.string
    }
  }
}

extension Spotify.Playable: Codable {
  private enum CodingKeys: CodingKey { case type }

  /// Reads what `type` says; a track where it says nothing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decodeIfPresent(String.self, forKey: .type) {
    case "track", nil: self = .track(try Spotify.Track(from: decoder))
    case "episode": self = .episode(try Spotify.Episode(from: decoder))
    case .some: self = .unknown(try JSONValue(from: decoder))
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .track(let track): try track.encode(to: encoder)
    case .episode(let episode): try episode.encode(to: encoder)
    case .unknown(let json): try json.encode(to: encoder)
    }
  }
}
