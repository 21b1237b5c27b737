import Foundation
import PlayerKit
import PlayerKitServices

/// Recordings by artists who both sing and speak, each with a label, and the data of services about
/// them. Our readers do not read all of this data. ``LabelledSource`` gives only what they read.
struct LabelledSet {
  /// An artist of the set.
  struct Artist {
    let name: String
    var tags: [String: Int] = [:]
    var albums: [Album] = []

    var tracks: [Track] { albums.flatMap(\.tracks) }
  }

  /// An album of an artist, and the evidence for its label.
  struct Album {
    let title: String
    let label: String
    let source: String
    var views: [String: [String: String]] = [:]
    var tracks: [Track] = []
  }

  /// A recording.
  struct Track {
    let id: String
    let title: String
    let length: Duration
    let isSpeech: Bool
    let composer: String?
    let popularity: Double
    let extra: [String: String]
  }

  /// A malformed line.
  struct Malformed: Error {
    let line: Int
  }

  private(set) var artists: [Artist] = []

  /// Reads a half of the set.
  init(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty && !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard read(fields, number) else { throw Malformed(line: number + 1) }
    }
  }

  /// The folder of the halves.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Labelled")

  private mutating func read(_ fields: [String], _ line: Int) -> Bool {
    switch fields.first {
    case "artist" where fields.count >= 2: artists.append(Artist(name: fields[1]))
    case "tag" where fields.count >= 3 && !artists.isEmpty:
      artists[artists.count - 1].tags[fields[1]] = Int(fields[2])
    case "album" where fields.count >= 6 && !artists.isEmpty:
      artists[artists.count - 1].albums.append(
        Album(title: fields[1], label: fields[4], source: fields[5])
      )
    case "view" where fields.count >= 2:
      return withAlbum { $0.views[fields[1]] = Self.pairs(fields.count > 2 ? fields[2] : "") }
    case "track" where fields.count >= 7:
      let length = fields[3].split(separator: ":").compactMap { Int($0) }
        .reduce(0) { $0 * 60 + $1 }
      return withAlbum { album in
        let label = fields[4] == "=" ? album.label : fields[4]
        guard ["song", "speech"].contains(label) else { return false }
        album.tracks.append(
          Track(
            id: "\(line)",
            title: fields[2],
            length: .seconds(length),
            isSpeech: label == "speech",
            composer: fields[5] == "-" || fields[5].isEmpty ? nil : fields[5],
            popularity: Double(fields[6]) ?? 0,
            extra: Self.pairs(fields.count > 7 ? fields[7] : "")
          )
        )
        return true
      }
    default: return false
    }
    return true
  }

  private mutating func withAlbum(_ body: (inout Album) -> Bool) -> Bool {
    guard let artist = artists.indices.last, let album = artists[artist].albums.indices.last
    else { return false }
    return body(&artists[artist].albums[album])
  }

  private mutating func withAlbum(_ body: (inout Album) -> Void) -> Bool {
    withAlbum {
      body(&$0)
      return true
    }
  }

  private static func pairs(_ text: String) -> [String: String] {
    let pairs = text.split(separator: ";").compactMap { pair -> (String, String)? in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      return (
        parts[0].trimmingCharacters(in: .whitespaces), parts[1].trimmingCharacters(in: .whitespaces)
      )
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
