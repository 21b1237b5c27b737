import Foundation
import PlayerKitServices

/// A song of an item, in all the formats that there are.
struct ArchiveSong {
  /// The preferred first.
  let files: [InternetArchive.File]

  /// The file that is played.
  var file: InternetArchive.File { files[0] }

  /// What the file says, else one of the others.
  func text(_ path: KeyPath<InternetArchive.File, InternetArchive.Texts?>) -> String? {
    files.lazy.compactMap { $0[keyPath: path]?.joined }.first
  }

  /// What the file says, else one of the others.
  func value<Value>(_ path: KeyPath<InternetArchive.File, Value?>) -> Value? {
    files.lazy.compactMap { $0[keyPath: path] }.first
  }
}

extension InternetArchive.Item {
  /// The songs, in the order in which they are to be heard: by their numbers where those tell them all apart, else
  /// by names.
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

  /// The song that a file is of, that file first; `nil` where there is no such audio.
  func song(named name: String) -> ArchiveSong? {
    let songs = songs(preferring: [])
    // In links a space may be a plus sign.
    for name in [name, name.replacing("+", with: " ")] {
      for song in songs {
        guard let file = song.files.first(where: { $0.name == name }) else { continue }
        return ArchiveSong(files: [file] + song.files.filter { $0.name != name })
      }
    }
    return nil
  }

  /// The name of the original. Derivatives are made of derivatives, and of themselves where data are bad.
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
