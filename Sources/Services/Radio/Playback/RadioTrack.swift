import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit

/// A station of Radio Browser. It keeps its address, and is found again by its id where that has changed.
public struct RadioTrack: Track, StorableTrack, Hashable, Codable {
  /// The station's id.
  public let id: String
  /// What to show.
  public let metadata: TrackMetadata
  /// Where it was, the best first; empty where nobody has asked.
  public let addresses: [URL]
  /// The codec of the sound; `nil` where it is unknown.
  public let codec: String?
  /// The bit rate in kbit/s; `nil` where it is unknown.
  public let bitRate: Int?
  /// The country, in two letters; `nil` where it is unknown.
  public let countryCode: String?

  /// The name under which stores keep it.
  public static var storedType: String { "radio" }

  /// Played by the resolver of stations.
  public var playerTypes: [PlayerType] { [.radio] }

  /// Makes a track of an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
    addresses = []
    codec = nil
    bitRate = nil
    countryCode = nil
  }

  /// Makes a track of a station that the directory described.
  public init(_ station: RadioBrowser.Station) {
    id = station.id
    metadata = TrackMetadata(station)
    addresses = station.addresses
    codec = station.soundCodec
    bitRate = station.plausibleBitRate
    let code = station.countryCode?.uppercased() ?? ""
    countryCode =
      code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      ? code : nil
  }
}

extension TrackMetadata {
  /// What the directory tells of a station.
  public init(_ station: RadioBrowser.Station) {
    var details = TrackDetails()
    details.genres = station.tagList
    details.page = URL(page: station.homepage?.trimmingCharacters(in: .whitespacesAndNewlines))
    // The directory publishes the whole address: its query is no secret.
    details.artwork = URL(page: station.favicon?.trimmingCharacters(in: .whitespacesAndNewlines))
      .map { Artwork($0) }
    self.init(title: station.title, details: details)
  }
}
