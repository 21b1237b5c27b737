import PlayerKit
import PlayerKitSystem

extension Playlist {
  /// Returns the list with the mirrors of one station merged into one entry with alternatives. At
  /// most nine mirrors are kept as alternatives.
  ///
  /// Entries are mirrors if all of these hold: there are several; each has an http(s) address; none
  /// has a length; their titles are the same, apart from a number in brackets; and no two of them
  /// are files with different names. Entries on one server must have the same name, apart from
  /// digits: with different names, they are more likely chapters. Without titles, each entry must
  /// be on its own server, under the same path, and the path must be more specific than those that
  /// many stations share.
  public func mergingMirrors() -> Playlist {
    guard areMirrors, let first = entries.first else { return self }
    var merged = first
    merged.alternatives += entries.dropFirst().flatMap { [$0.location] + $0.alternatives }
    merged.alternatives = Array(merged.alternatives.prefix(MediaSource.maximumAlternatives))
    merged.metadata.title = first.metadata.title.map(Self.withoutNumber)
    var list = self
    list.entries = [merged]
    return list
  }

  private var areMirrors: Bool {
    guard entries.count > 1 else { return false }
    let urls = entries.compactMap { entry -> URL? in
      guard case .url(let url) = entry.location, let scheme = url.scheme?.lowercased(),
        scheme == "http" || scheme == "https", entry.clip == nil, entry.metadata.duration == nil
      else { return nil }
      return url
    }
    guard urls.count == entries.count else { return false }
    let titles = Set(entries.map { $0.metadata.title.map(Self.withoutNumber) })
    guard titles.count == 1, let title = titles.first else { return false }
    let names = urls.map { Self.name(of: $0) }
    if names.contains(where: AudioFolder.isAudio), Set(names).count > 1 { return false }
    let servers = urls.map { "\($0.host() ?? "")\u{0}\($0.port ?? -1)".lowercased() }
    if title == nil {
      let paths = Set(urls.map(\.path))
      return Set(servers).count == urls.count && paths.count == 1
        && !paths.contains { Self.saysNothing(of: $0) }
    }
    var nameOfServer: [String: String] = [:]
    return zip(servers, names).allSatisfy { server, name in
      let letters = name.filter { !$0.isNumber }
      defer { nameOfServer[server] = letters }
      return nameOfServer[server].map { $0 == letters } ?? true
    }
  }

  /// The last part of a path, in lower case.
  private static func name(of url: URL) -> String {
    url.path.split(separator: "/").last.map { $0.lowercased() } ?? ""
  }

  /// Returns whether the path is one that many stations share.
  private static func saysNothing(of path: String) -> Bool {
    let names = ["", ";", "stream", "live", "listen", "radio", "autodj", "index", "play", "audio"]
    return path.split(separator: "/").allSatisfy { part in
      let word = part.lowercased().prefix { $0 != "." }
      return names.contains(word.filter { $0.isLetter || $0 == ";" })
    }
  }

  /// Removes a number in brackets that counts the mirrors: `(#1 - 12/500) Station` becomes
  /// `Station`.
  private static func withoutNumber(_ title: String) -> String {
    guard let open = title.firstIndex(where: { $0 == "(" || $0 == "[" }),
      let close = title[open...].firstIndex(where: { $0 == ")" || $0 == "]" })
    else { return title }
    let number = title[title.index(after: open)..<close]
    guard number.contains(where: \.isNumber), !number.contains(where: \.isLetter) else {
      return title
    }
    let rest = title[..<open] + title[title.index(after: close)...]
    let text = PlaylistText.trimmed(rest)
    return text.isEmpty ? title : text
  }
}
