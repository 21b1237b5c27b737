/// Names of the same artists, for example in several scripts. ``RecordingMatcher`` asks these before
/// its own table.
///
/// ```swift
/// let aliases = ArtistAliases([["Haru Mori", "森ハル"]])
/// let matcher = RecordingMatcher(aliases: aliases)
/// ```
public struct ArtistAliases: Sendable, Hashable {
  private var groups: [String: Set<Int>] = [:]

  /// Makes aliases. Without groups, nothing is known.
  ///
  /// - Parameter groups: the names of one artist in each group. Case, accents, and punctuation do
  ///   not matter. Two artists may share a name.
  public init(_ groups: [[String]] = []) {
    for (number, names) in groups.enumerated() {
      for name in names {
        let key = ArtistName(name).whole.key
        if !key.isEmpty { self.groups[key, default: []].insert(number) }
      }
    }
  }

  /// Learns aliases from credits of equal recordings, such as files and catalog entries with the
  /// same MusicBrainz id.
  ///
  /// Only credits of one artist count, in the Latin script on one side and in another script on the
  /// other. A name with several possible partners is left out, since a wrong alias would match the
  /// songs of two artists.
  ///
  /// - Parameter credits: the credits of one recording in each group.
  public init(creditsOfEqualRecordings credits: [[String]]) {
    var partners: [String: Set<String>] = [:]
    var names: [String: String] = [:]
    for group in credits {
      var single: [(key: String, isLatin: Bool)] = []
      for text in group {
        let credit = ArtistCredit([text])
        guard credit.everybody.count == 1, let name = credit.leads.first?.whole,
          !credit.isUnknown, !credit.isOfComposers
        else { continue }
        single.append((name.key, name.script == .latin))
        names[name.key] = text
      }
      for first in single {
        for second in single where first.isLatin && !second.isLatin {
          partners[first.key, default: []].insert(second.key)
          partners[second.key, default: []].insert(first.key)
        }
      }
    }
    let pairs = partners.sorted { $0.key < $1.key }.compactMap { key, others -> [String]? in
      guard others.count == 1, let other = others.first, partners[other]?.count == 1, key < other,
        let name = names[key], let otherName = names[other]
      else { return nil }
      return [name, otherName]
    }
    self.init(pairs)
  }

  /// Whether no names are known.
  public var isEmpty: Bool { groups.isEmpty }

  /// Returns the artists that have a name.
  func artists(named name: FoldedText) -> Set<Int> { groups[name.key] ?? [] }
}
