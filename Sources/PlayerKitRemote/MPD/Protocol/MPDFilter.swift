import Foundation

/// A song filter: the argument of `find`, `search` and similar commands.
indirect enum MPDFilter: Sendable, Equatable {
  /// The field to compare.
  enum Field: Sendable, Equatable {
    case tag(MPDTag)
    /// A tag that no song has here.
    case otherTag
    case any
    case file
    case base
    /// An unknown property, such as the modification time or the format.
    case unknown
  }

  enum Comparison: Sendable, Equatable {
    case equals, contains, startsWith
  }

  case matches(Field, Comparison, String, ignoresCase: Bool)
  case not(MPDFilter)
  case all([MPDFilter])

  /// Returns whether a song matches.
  func takes(_ song: MPDSong) -> Bool {
    switch self {
    case .not(let filter): !filter.takes(song)
    case .all(let filters): filters.allSatisfy { $0.takes(song) }
    case .matches(let field, let comparison, let value, let ignoresCase):
      Self.texts(of: field, in: song).contains {
        Self.compare($0, comparison, value, ignoresCase: ignoresCase)
      }
    }
  }

  private static func texts(of field: Field, in song: MPDSong) -> [String] {
    switch field {
    case .tag(let tag):
      let values = song.values(of: tag)
      // Like MPD, use the artist if there is no album artist, and "" if there is no value.
      if values.isEmpty, tag == .albumArtist { return texts(of: .tag(.artist), in: song) }
      return values.isEmpty ? [""] : values
    case .any: return MPDTag.usual.flatMap { song.values(of: $0) }
    case .file, .base: return [song.file]
    case .otherTag: return [""]
    case .unknown: return []
    }
  }

  private static func compare(
    _ text: String,
    _ comparison: Comparison,
    _ value: String,
    ignoresCase: Bool
  ) -> Bool {
    let (text, value) = ignoresCase ? (text.lowercased(), value.lowercased()) : (text, value)
    switch comparison {
    case .equals: return text == value
    case .contains: return value.isEmpty || text.contains(value)
    case .startsWith: return text.hasPrefix(value)
    }
  }

  /// The maximum number of comparisons.
  var conditionCount: Int {
    switch self {
    case .not(let filter): filter.conditionCount
    case .all(let filters): filters.reduce(0) { $0 + $1.conditionCount }
    case .matches: 1
    }
  }

  /// The search words for a catalog, which has no filters.
  var words: [String] {
    switch self {
    case .not: []
    case .all(let filters): filters.flatMap(\.words)
    case .matches(.tag, _, let value, _), .matches(.any, _, let value, _):
      value.isEmpty ? [] : [value]
    case .matches: []
    }
  }

  /// The compared tags.
  var tags: Set<MPDTag> {
    switch self {
    case .not(let filter): filter.tags
    case .all(let filters): filters.reduce(into: []) { $0.formUnion($1.tags) }
    case .matches(.tag(let tag), _, _, _): [tag]
    case .matches: []
    }
  }

  /// The name of the only matching song. `nil` if several may match.
  var file: String? {
    switch self {
    case .not: nil
    case .all(let filters): filters.lazy.compactMap(\.file).first
    case .matches(.file, .equals, let value, _): value
    case .matches: nil
    }
  }

  /// The folder to search in. For a service's folder, its name.
  var base: String? {
    switch self {
    case .not: nil
    case .all(let filters): filters.lazy.compactMap(\.base).first
    case .matches(.base, _, let value, _): value
    case .matches: nil
    }
  }

  /// The filter without the folder, which is handled separately.
  var withoutBase: MPDFilter {
    switch self {
    case .not: self
    case .all(let filters):
      .all(filters.map(\.withoutBase))
    case .matches(.base, _, _, _): .all([])
    case .matches: self
    }
  }

  static func field(_ name: String) -> Field? {
    switch name.lowercased() {
    case "any": .any
    case "file", "filename": .file
    case "base": .base
    case "modified-since", "audioformat", "prio": .unknown
    default: MPDTag(named: name).map(Field.tag) ?? (MPDTag.isKnown(name) ? .otherTag : nil)
    }
  }
}

/// A filter with the optional sort order and range of the result.
struct MPDQuery: Sendable {
  /// The maximum number of conditions of a filter. Clients send a handful.
  private static let maximumConditions = 32

  var filter: MPDFilter
  var window: MPDRange?
  var sort: (tag: MPDTag, isDescending: Bool)?
  var groups: [MPDTag] = []
  /// The position at which to insert the results.
  var position: MPDPosition?

  /// Parses arguments.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether the command is `search` or similar.
  ///   - needsFilter: Whether a filter is required.
  init(
    _ arguments: some Collection<String>,
    ignoresCase: Bool,
    needsFilter: Bool = true
  ) throws(MPDError) {
    var rest = Array(arguments)
    while rest.count >= 2 {
      let value = rest[rest.count - 1]
      switch rest[rest.count - 2].lowercased() {
      case "window": window = try MPDRange(value)
      case "position": position = try MPDPosition(value)
      case "sort":
        let isDescending = value.first == "-"
        let name = isDescending ? String(value.dropFirst()) : value
        guard MPDTag.isKnown(name) || name.lowercased() == "last-modified" else {
          throw MPDError(.argument, "Unknown sort tag")
        }
        sort = MPDTag(named: name).map { ($0, isDescending) }
      case "group":
        guard MPDTag.isKnown(value) else {
          throw MPDError(.argument, "Unknown tag type: \(value)")
        }
        if let tag = MPDTag(named: value) { groups.insert(tag, at: 0) }
      default:
        filter = try Self.filter(rest, ignoresCase, needsFilter)
        return
      }
      rest.removeLast(2)
    }
    filter = try Self.filter(rest, ignoresCase, needsFilter)
  }

  private static func filter(
    _ arguments: [String],
    _ ignoresCase: Bool,
    _ isNeeded: Bool
  ) throws(MPDError) -> MPDFilter {
    if arguments.isEmpty, isNeeded {
      throw MPDError(.argument, "Incorrect number of filter arguments")
    }
    var filters: [MPDFilter] = []
    var rest = arguments[...]
    while let first = rest.popFirst() {
      if first.hasPrefix("(") {
        var parser = MPDFilterParser(first, ignoresCase: ignoresCase)
        filters.append(try parser.parse())
        continue
      }
      guard let value = rest.popFirst() else {
        throw MPDError(.argument, "Incorrect number of filter arguments")
      }
      guard let field = MPDFilter.field(first) else {
        throw MPDError(.argument, "Unknown filter type")
      }
      let comparison: MPDFilter.Comparison =
        field == .base ? .startsWith : ignoresCase ? .contains : .equals
      filters.append(.matches(field, comparison, value, ignoresCase: ignoresCase))
    }
    let filter = filters.count == 1 ? filters[0] : .all(filters)
    guard filter.conditionCount <= maximumConditions else {
      throw MPDError(.argument, "Too many conditions")
    }
    return filter
  }
}
