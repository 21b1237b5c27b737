import Foundation
import MediaInspection
import PlayerKit

/// What an inspector finds that `playerkit info` does not print, as a line of JSON a file.
enum Description {
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
    var parts: [Part] = []
    var genres: [String] = []
    var composers: [String] = []
    var padding: [Int]?
  }

  static func print(_ paths: [String]) async throws {
    let inspector = MediaInspector()
    let encoder = JSONEncoder()
    for path in paths {
      let found = try await inspector.inspect(MediaSource(.file(path: path)))
      var line = Line()
      line.words = (found.lyrics?.lines ?? []).map { words in
        .init(start: words.start.map { $0 / .seconds(1) }, text: words.text)
      }
      line.kinds = found.pictures.map(\.kind.rawValue)
      line.parts = found.metadata.chapters.map { chapter in
        let picture = found.pictures.first { $0.artwork == chapter.artwork }
        return .init(link: chapter.link?.absoluteString, picture: picture?.byteCount)
      }
      line.genres = found.metadata.details.genres
      line.composers = found.metadata.details.composers
      line.padding = found.padding.map { [$0.start, $0.end] }
      Swift.print(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }
}
