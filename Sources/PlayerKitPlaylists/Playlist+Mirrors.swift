import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Playlist {
  /// The list with the mirrors of one station as one entry, the others its alternatives.
  ///
  /// Entries are mirrors where all of these hold: there are several; each is at an http(s) address; none
  /// has a length; and their titles are the same. Titles that are the same but for numbers, and entries
  /// without titles, count only where each is on a server of its own: what stands on one server is
  /// likelier a row of songs. Without titles the paths must be the same, too.
  public func mergingMirrors() -> Playlist {
    guard areMirrors, let first = entries.first else { return self }
    var merged = first
    merged.alternatives += entries.dropFirst().flatMap { [$0.location] + $0.alternatives }
    merged.metadata.title = first.metadata.title.map(Self.withoutNumber)
    var list = self
    list.entries = [merged]
    return list
  }

  private var areMirrors: Bool {
    guard entries.count > 1, let first = entries.first else { return false }
    let urls = entries.compactMap { entry -> URL? in
      guard case .url(let url) = entry.location, let scheme = url.scheme?.lowercased(),
        scheme == "http" || scheme == "https", entry.clip == nil, entry.metadata.duration == nil
      else { return nil }
      return url
    }
    guard urls.count == entries.count else { return false }
    let titles = entries.map { $0.metadata.title ?? "" }
    if let title = first.metadata.title, titles.allSatisfy({ $0 == title }) { return true }
    let servers = Set(urls.map { "\($0.host() ?? "")\u{0}\($0.port ?? -1)".lowercased() })
    guard servers.count == urls.count else { return false }
    let letters = Self.letters(titles[0])
    guard titles.allSatisfy({ Self.letters($0) == letters }) else { return false }
    return !letters.isEmpty || Set(urls.map { $0.path }).count == 1
  }

  /// What is left of a title without numbers, signs and spaces.
  private static func letters(_ title: String) -> String {
    String(title.lowercased().filter { $0.isLetter })
  }

  /// Without a number that counts the mirrors: `(#1) Station` is `Station`.
  private static func withoutNumber(_ title: String) -> String {
    guard let open = title.firstIndex(where: { $0 == "(" || $0 == "[" }),
      let close = title[open...].firstIndex(where: { $0 == ")" || $0 == "]" })
    else { return title }
    let number = title[title.index(after: open)..<close].drop { $0 == "#" || $0 == " " }
    guard !number.isEmpty, number.allSatisfy({ $0.isNumber || $0 == "/" }) else { return title }
    let rest = title[..<open] + title[title.index(after: close)...]
    let text = PlaylistText.trimmed(rest)
    return text.isEmpty ? title : text
  }
}
