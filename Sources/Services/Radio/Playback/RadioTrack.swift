import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// A station of Radio Browser. It stores its address, and is found by id if the address changed.
public struct RadioTrack: Track, StorableTrack, Hashable, Codable {
  /// The station's id.
  public let id: String
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// The last known addresses, best first; empty if the directory was never asked.
  public let addresses: [URL]
  /// The audio codec; `nil` if unknown.
  public let codec: String?
  /// The bit rate in kbit/s; `nil` if unknown.
  public let bitRate: Int?
  /// The two-letter country code; `nil` if unknown.
  public let countryCode: String?

  /// The type name in stores.
  public static var storedType: String { "radio" }

  /// The resolver of stations plays the track.
  public var playerTypes: [PlayerType] { [.radio] }

  /// Creates a track from an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
    addresses = []
    codec = nil
    bitRate = nil
    countryCode = nil
  }

  /// Creates a track from the directory's data of a station.
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
  /// Creates metadata from the directory's data of a station.
  public init(_ station: RadioBrowser.Station) {
    var details = TrackDetails()
    details.genres = station.tagList
    details.page = URL(page: station.homepage?.trimmingCharacters(in: .whitespacesAndNewlines))
    // The directory publishes the whole address, so its query is no secret.
    details.artwork = URL(page: station.favicon?.trimmingCharacters(in: .whitespacesAndNewlines))
      .map { Artwork($0) }
    self.init(title: station.title, details: details)
  }
}
