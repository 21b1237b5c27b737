import Foundation
import PlayerKitServices

/// A song of an item, in all available formats.
struct ArchiveSong {
  /// The files, the preferred one first.
  let files: [InternetArchive.File]

  /// The file to play.
  var file: InternetArchive.File { files[0] }

  /// Returns the text from this file, or otherwise from another one.
  func text(_ path: KeyPath<InternetArchive.File, InternetArchive.Texts?>) -> String? {
    files.lazy.compactMap { $0[keyPath: path]?.joined }.first
  }

  /// Returns the value from this file, or otherwise from another one.
  func value<Value>(_ path: KeyPath<InternetArchive.File, Value?>) -> Value? {
    files.lazy.compactMap { $0[keyPath: path] }.first
  }
}

extension InternetArchive.Item {
  /// Returns the songs in playing order: by track number if the numbers are unique, otherwise by
  /// name.
  func songs(preferring formats: [ArchiveFormat]) -> [ArchiveSong] {
    let all = files?.members ?? []
    let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    let playable = byName.values.filter { ArchiveRule.isAudio($0.name) && $0.isPrivate != true }
    let groups = Dictionary(grouping: playable) { ArchiveRule.stem(Self.root(of: $0, in: byName)) }
    let songs = groups.map { key, files in
      (key: key, song: ArchiveSong(files: Self.sorted(files, by: formats)))
    }
    let numbers = songs.compactMap { $0.song.value(\.trackNumber) }
    let isNumbered = Set(numbers).count == songs.count
    return songs.sorted { a, b in
      if isNumbered, let first = a.song.value(\.trackNumber),
        let second = b.song.value(\.trackNumber), first != second
      {
        return first < second
      }
      let order = a.key.compare(b.key, options: [.numeric, .caseInsensitive])
      return order == .orderedSame ? a.key < b.key : order == .orderedAscending
    }.map(\.song)
  }

  /// Returns the song with a file, that file first. `nil` if there is no such audio.
  func song(named name: String) -> ArchiveSong? {
    let songs = songs(preferring: [])
    // In links, a plus sign may mean a space.
    for name in [name, name.replacing("+", with: " ")] {
      for song in songs {
        guard let file = song.files.first(where: { $0.name == name }) else { continue }
        return ArchiveSong(files: [file] + song.files.filter { $0.name != name })
      }
    }
    return nil
  }

  /// Returns the name of the original. Derivatives may derive from other derivatives, and from
  /// themselves if the data is bad.
  private static func root(
    of file: InternetArchive.File,
    in files: [String: InternetArchive.File]
  ) -> String {
    var name = file.name
    for _ in 0..<4 {
      guard let original = files[name]?.original?.first, let next = files[original],
        ArchiveRule.isAudio(next.name)
      else { break }
      name = next.name
    }
    return name
  }

  private static func sorted(
    _ files: [InternetArchive.File],
    by formats: [ArchiveFormat]
  ) -> [InternetArchive.File] {
    let ranked = files.map { file in
      let format = file.format?.first ?? ""
      let place = formats.firstIndex { $0.excess(of: format) != nil } ?? formats.count
      let excess = place < formats.count ? formats[place].excess(of: format) ?? 0 : 0
      return (file: file, place: place, excess: excess, size: file.size ?? 0)
    }
    return ranked.sorted { a, b in
      if a.place != b.place { return a.place < b.place }
      if a.excess != b.excess { return a.excess < b.excess }
      if a.size != b.size { return a.size > b.size }
      return a.file.name < b.file.name
    }.map(\.file)
  }
}
