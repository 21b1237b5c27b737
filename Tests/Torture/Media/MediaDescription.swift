import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitMedia

/// Prints, for each file, a line of JSON with the findings that `playerkit info` does not print.
enum MediaDescription {
  private struct Line: Encodable {
    struct Words: Encodable {
      let start: Double?
      let text: String
    }

    struct Part: Encodable {
      let link: String?
      let picture: Int?
    }

    var words: [Words] = []
    var kinds: [Int] = []
    /// The checksums of the available pictures.
    var sums: [UInt32] = []
    var parts: [Part] = []
    var genres: [String] = []
    var composers: [String] = []
    var padding: [Int]?
  }

  /// - Parameter items: paths and addresses.
  static func print(_ items: [String]) async throws {
    let inspector = MediaInspector()
    let loader = ArtworkLoader(sources: [inspector])
    let encoder = JSONEncoder()
    for item in items {
      let found = try await inspector.inspect(try URLTrack(item: item).mediaSource())
      var line = Line()
      line.words = (found.lyrics?.lines ?? []).map { words in
        .init(start: words.start.map { $0 / .seconds(1) }, text: words.text)
      }
      line.kinds = found.pictures.map(\.kind.rawValue)
      for picture in found.pictures {
        if let sum = await sum(of: picture.artwork, by: loader) { line.sums.append(sum) }
      }
      line.parts = found.metadata.chapters.map { chapter in
        let picture = found.pictures.first { $0.artwork == chapter.artwork }
        return .init(link: chapter.link?.absoluteString, picture: picture?.byteCount)
      }
      line.genres = found.metadata.details.genres
      line.composers = found.metadata.details.composers
      line.padding = found.padding.map { [$0.start, $0.end] }
      say(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }

  /// Adler-32 of a picture's bytes, or `nil` if they are not available.
  private static func sum(of picture: Artwork, by loader: ArtworkLoader) async -> UInt32? {
    guard let image = try? await loader.image(for: picture, atLeast: .max) else { return nil }
    var (low, high) = (1 as UInt32, 0 as UInt32)
    for byte in image.data {
      low = (low &+ UInt32(byte)) % 65_521
      high = (high &+ low) % 65_521
    }
    return high << 16 | low
  }
}
