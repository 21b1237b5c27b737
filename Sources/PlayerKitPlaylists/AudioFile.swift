import PlayerKit
import PlayerKitSystem

/// An audio file of a folder, with what its name and folders reveal.
package struct AudioFile: Comparable {
  package let path: String
  private let folders: [NaturalName]
  private let stem: NaturalName
  private let name: NaturalName
  let disc: Int?
  let number: Int?
  private let album: String

  /// - Parameter root: the folder that contains the others.
  package init(path: String, root: String, folders: [String], name: String) {
    self.path = path
    self.folders = folders.map { NaturalName($0) }
    // Of two names, the shorter one comes first: `Part 1.mp3`, then `Part 1 b.mp3`.
    stem = NaturalName(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
    self.name = NaturalName(name)
    let numbers = Self.numbers(in: name)
    let folderDisc = folders.last.flatMap(Self.disc)
    disc = numbers.disc ?? folderDisc
    number = numbers.track
    let albumFolders = folderDisc == nil ? folders : folders.dropLast()
    album = ([root] + albumFolders).joined(separator: "/")
  }

  /// The folder that contains it.
  var folder: Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }

  var track: URLTrack { URLTrack(path: path, guessed: guessedMetadata) }

  /// The metadata that its name and folders reveal.
  package var guessedMetadata: TrackMetadata {
    TrackMetadata(
      title: FileName.shown(path.split(separator: "/").last.map(String.init) ?? path),
      // Only a numbered file is known to belong to an album.
      albumID: number == nil ? nil : "folder:" + album,
      discNumber: disc,
      trackNumber: number
    )
  }

  package static func < (a: AudioFile, b: AudioFile) -> Bool {
    for (first, second) in zip(a.folders, b.folders) where first != second { return first < second }
    // Files come before folders.
    if a.folders.count != b.folders.count { return a.folders.count < b.folders.count }
    let (discA, discB) = (a.disc ?? 0, b.disc ?? 0)
    if discA != discB { return discA < discB }
    // Files without a number come last.
    let (numberA, numberB) = (a.number ?? .max, b.number ?? .max)
    if numberA != numberB { return numberA < numberB }
    return a.stem == b.stem ? a.name < b.name : a.stem < b.stem
  }

  package static func == (a: AudioFile, b: AudioFile) -> Bool { a.path == b.path }

  /// Reads numbers from names such as `2-03 x.mp3`, `03 - x.flac` and `03.mp3`.
  private static func numbers(in name: String) -> (disc: Int?, track: Int?) {
    let first = name.prefix(while: \.isDigit)
    guard (1...3).contains(first.count) else { return (nil, nil) }
    let rest = name[first.endIndex...]
    guard let separator = rest.first, " .-_)".contains(separator) else { return (nil, nil) }
    if separator == "-" || separator == ".", first.count <= 2 {
      let second = rest.dropFirst().prefix(while: \.isDigit)
      let behind = rest[second.endIndex...].first
      if (1...3).contains(second.count), behind.map({ " .-_".contains($0) }) ?? false {
        return (Int(first), Int(second))
      }
    }
    return (nil, Int(first))
  }

  /// Reads the disc number from names such as `CD 2`, `Disc02` and `disk-1`.
  private static func disc(of folder: String) -> Int? {
    let name = folder.lowercased()
    for word in ["cd", "disc", "disk"] where name.hasPrefix(word) {
      let number = name.dropFirst(word.count).drop { " -_.#".contains($0) }.prefix(while: \.isDigit)
      if let number = Int(number), number < 1_000 { return number }
    }
    return nil
  }
}

/// A name that sorts in natural order: numbers by value, case-insensitive.
struct NaturalName: Comparable {
  private enum Piece: Equatable {
    /// A number without leading zeros, so that a longer one is larger.
    case number(Substring)
    case character(Character)
  }

  private let pieces: [Piece]
  private let name: String

  init(_ name: String) {
    self.name = name
    var pieces: [Piece] = []
    var rest = name.lowercased()[...]
    while let first = rest.first {
      guard first.isDigit else {
        pieces.append(.character(first))
        rest = rest.dropFirst()
        continue
      }
      let number = rest.prefix(while: \.isDigit)
      pieces.append(.number(number.drop { $0 == "0" }))
      rest = rest[number.endIndex...]
    }
    self.pieces = pieces
  }

  static func < (a: NaturalName, b: NaturalName) -> Bool {
    for (first, second) in zip(a.pieces, b.pieces) where first != second {
      switch (first, second) {
      case (.number(let first), .number(let second)):
        return first.count == second.count ? first < second : first.count < second.count
      case (.character(let first), .character(let second)): return first < second
      case (.number, .character(let second)): return "0" < second
      case (.character(let first), .number): return first < "0"
      }
    }
    if a.pieces.count != b.pieces.count { return a.pieces.count < b.pieces.count }
    return a.name < b.name
  }

  static func == (a: NaturalName, b: NaturalName) -> Bool { a.name == b.name }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
