import MusicCatalog

/// Puts the answers of a look-up's requests together: what was asked for, what belongs to it, what
/// is missing. Pure.
struct ITunesLookUpSorter {
  private let lookUp: ITunes.LookUp
  private let asked: [String]
  private var found: [String: ITunes.Item] = [:]
  private var others: [ITunes.Item] = []
  private var children: [ITunes.Item] = []
  private var unreadable: [ITunes.UnreadableMember] = []
  private var silent: [String] = []
  private var base = 0

  /// `asked`: all ids of the look-up, each once.
  init(_ lookUp: ITunes.LookUp, asked: [String]) {
    self.lookUp = lookUp
    self.asked = asked
  }

  /// Takes the answer to the request for `ids`.
  mutating func add(_ results: ITunes.Results, to ids: ArraySlice<String>) {
    let wanted = Set(ids.map(\.withoutLeadingZeros))
    for item in results.items {
      switch lookUp.key {
      case .ids, .amgArtistIDs:
        let id = ownID(item).map(\.withoutLeadingZeros)
        if let id, wanted.contains(id), found[id] == nil {
          found[id] = item
        } else {
          children.append(item)
        }
      case .amgAlbumIDs, .upcs:
        if case .collection = item { others.append(item) } else { children.append(item) }
      }
    }
    if results.count == 0 { silent += ids }
    for var member in results.unreadable {
      member.index += base
      unreadable.append(member)
    }
    base += results.count
  }

  var results: ITunes.LookUpResults {
    let isNumbered =
      switch lookUp.key {
      case .ids, .amgArtistIDs: true
      case .amgAlbumIDs, .upcs: false
      }
    return ITunes.LookUpResults(
      items: asked.compactMap { found[$0.withoutLeadingZeros] } + others,
      children: children,
      missing: isNumbered ? asked.filter { found[$0.withoutLeadingZeros] == nil } : silent,
      unreadable: unreadable
    )
  }

  private func ownID(_ item: ITunes.Item) -> String? {
    if case .amgArtistIDs = lookUp.key {
      if case .artist(let artist) = item { artist.amgArtistID } else { nil }
    } else {
      item.id
    }
  }
}
