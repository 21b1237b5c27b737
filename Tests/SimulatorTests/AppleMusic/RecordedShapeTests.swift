import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

private let recordedFolder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED"]

/// Compares the members of the simulator's resources with recorded ones. Skipped without the
/// recordings.
@Suite(
  "Apple Music simulated: comparison with recorded answers",
  .tags(.local),
  .enabled(if: recordedFolder != nil, "PLAYERKIT_RECORDED is not set")
)
struct RecordedShapeTests {
  private let harness = AppleMusicHarness()

  @Test("Every attribute of a recorded resource is produced for its type")
  func attributes() async throws {
    var recorded: [String: Set<String>] = [:]
    for object in try recordedDocuments() { collect(object, into: &recorded) }
    #expect(recorded["songs"]?.contains("isrc") == true)
    #expect(recorded.count > 10)
    let produced = await produced()
    for (type, keys) in recorded {
      let missing = keys.subtracting(produced[type] ?? [])
      #expect(missing.isEmpty, "\(type)")
    }
  }

  private func recordedDocuments() throws -> [Any] {
    let folder = URL(fileURLWithPath: try #require(recordedFolder))
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter {
        ($0.hasPrefix("apple_") || $0.hasPrefix("synthetic_apple")) && $0.hasSuffix(".json")
      }
      .map { try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: $0))) }
  }

  /// The paths of attributes by type, such as `artwork.bgColor`.
  private func collect(_ value: Any, into keys: inout [String: Set<String>]) {
    if let list = value as? [Any] {
      for member in list { collect(member, into: &keys) }
    } else if let object = value as? [String: Any] {
      if let type = object["type"] as? String,
        let attributes = object["attributes"] as? [String: Any]
      {
        for (name, value) in attributes {
          keys[type, default: []].insert(name)
          for inner in (value as? [String: Any] ?? [:]).keys {
            keys[type, default: []].insert("\(name).\(inner)")
          }
        }
      }
      for member in object.values { collect(member, into: &keys) }
    }
  }

  private func produced() async -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    let albums = harness.catalog.albums.prefix(60).map { harness.id(album: $0.index) }
    let artists = harness.catalog.artists.prefix(25).map { harness.id(artist: $0.index) }
    let playlists = harness.catalog.playlists.prefix(25).map(\.id)
    let stations = harness.catalog.stations.prefix(25).map(\.id)
    let videos = (0..<90).map { String(IDSpace.musicVideos.id($0)) }
    func space(_ space: IDSpace) -> String {
      (0..<6).map { String(space.id($0)) }.joined(separator: ",")
    }
    var paths = [
      "albums": albums.joined(separator: ","), "artists": artists.joined(separator: ","),
      "playlists": playlists.joined(separator: ","), "stations": stations.joined(separator: ","),
      "music-videos": videos.joined(separator: ","), "curators": space(.curators),
      "apple-curators": space(.appleCurators), "activities": space(.activities),
      "record-labels": space(.recordLabels), "genres": "20,1003",
    ].map { "/v1/catalog/us/\($0.key)?ids=\($0.value)" }
    paths += ["/v1/storefronts", "/v1/me/recommendations"]
    paths += ["songs", "albums", "artists", "playlists", "music-videos"].map {
      "/v1/me/library/\($0)"
    }
    for path in paths {
      let reply = await harness.send(path, user: AppleMusicHarness.userToken)
      #expect(reply.status == 200, "\(path)")
      collect(reply.json, into: &keys)
    }
    return keys
  }
}
