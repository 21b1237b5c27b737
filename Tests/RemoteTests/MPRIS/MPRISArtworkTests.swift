import Foundation
import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPRIS

/// A track with a picture.
private struct Pictured: Track {
  let id: String
  let artwork: Artwork
  let playerTypes: [PlayerType] = [.url]

  var metadata: TrackMetadata {
    var metadata = TrackMetadata(title: id)
    metadata.artwork = artwork
    return metadata
  }
}

@Suite(
  "The pictures of a player on a bus",
  .tags(.local),
  .enabled(if: PrivateBus.isThere, "There is no D-Bus here.")
)
struct MPRISArtworkTests {
  private let bus: PrivateBus
  private let cover: String
  private let pictures: String

  init() throws {
    bus = try PrivateBus()
    cover = bus.folder + "/cover.png"
    pictures = bus.folder + "/pictures"
    // The smallest PNG, of one pixel.
    let png = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
    try #require(png).write(to: URL(fileURLWithPath: cover))
  }

  private func show(_ tracks: [any Track]) async throws -> Show {
    try await Show(
      bus: bus,
      tracks: tracks,
      configure: { $0.pictures = pictures },
      artwork: ArtworkLoader()
    )
  }

  private func address(_ show: Show) async throws -> String? {
    try await show.properties()["Metadata"]?.properties?["mpris:artUrl"]?.string
  }

  private func mode(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]) as? Int
  }

  @Test(
    "a picture without a public address is a private file until the end"
  )
  func files() async throws {
    let show = try await show([Pictured(id: "t", artwork: Artwork(path: cover))])
    try await eventually("a picture") { (try? await address(show)) != nil }
    let url = try #require(URL(string: try await address(show) ?? ""))
    #expect(url.isFileURL)
    #expect(try Data(contentsOf: url) == Data(contentsOf: URL(fileURLWithPath: cover)))
    #expect(mode(url.path) == 0o600)
    #expect(mode(url.deletingLastPathComponent().path) == 0o700)
    #expect(mode(pictures) == 0o700)
    show.server.stop()
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test("a public address is published unchanged, and one with a query is not published")
  func addresses() async throws {
    let open = try #require(URL(string: "https://pictures.example.org/a.jpg"))
    let signed = try #require(URL(string: "https://127.0.0.1:1/a.jpg?signature=secret"))
    let show = try await show([
      Pictured(id: "open", artwork: Artwork(open)),
      Pictured(id: "signed", artwork: Artwork(signed)),
    ])
    #expect(try await address(show) == open.absoluteString)
    _ = try await show.call("Next")
    #expect(try await address(show) == nil)
    let ids = show.queue.entries.map { DBusValue.path($0.id.path) }
    let all = try await show.call(
      "GetTracksMetadata",
      [.array(of: "o", ids)],
      of: MPRIS.trackList
    )
    #expect(!"\(all)".contains("secret"))
  }

  @Test("a folder that others can read is not used")
  func openFolder() throws {
    try FileManager.default.createDirectory(
      atPath: pictures,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755]
    )
    #expect(PictureFolder(in: pictures) == nil)
    #expect(PictureFolder(in: "relative") == nil)
    #expect(PictureFolder(in: bus.folder + "/none/there") == nil)
  }

  @Test("neither a symbolic link nor another's file is overwritten")
  func links() throws {
    let folder = try #require(PictureFolder(in: pictures))
    let data = try Data(contentsOf: URL(fileURLWithPath: cover))
    let picture = try #require(ArtworkImage(data))
    let target = bus.folder + "/target"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/1.png",
      withDestinationPath: target
    )
    #expect(folder.write(picture, number: 1) == nil)
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(folder.write(picture, number: 2) != nil)
    #expect(folder.write(picture, number: 2) == nil)
  }

  @Test("files of a process that has ended are removed, and other processes' files stay")
  func sweeping() throws {
    let gone = try #require(PictureFolder(in: pictures, process: 1 << 22 - 1))
    let there = try #require(PictureFolder(in: pictures, process: 1))
    let own = try #require(PictureFolder(in: pictures))
    #expect(!FileManager.default.fileExists(atPath: gone.path))
    #expect(FileManager.default.fileExists(atPath: there.path))
    #expect(FileManager.default.fileExists(atPath: own.path))
  }
}
