/// Compares the individual parts of two recordings.
enum RecordingParts {
  typealias Verdict = (finding: RecordingMatch.Finding, score: Double)

  /// Compares two values that are either equal or not, such as codes and flags.
  static func equality<Value: Equatable>(
    _ left: Value?,
    _ right: Value?,
    unknown: Double,
    other: Double
  ) -> Verdict {
    guard let left, let right else { return (.unknown, unknown) }
    return left == right ? (.same, 1) : (.other, other)
  }

  static func title(
    _ left: RecordingReading,
    _ right: RecordingReading,
    isSameAlbum: Bool
  ) -> Verdict {
    let (mine, theirs) = (left.title, right.title)
    let likeness = mine.name.likeness(to: theirs.name)
    let isCommon = VersionReader.isCommonName(mine.nameWords)
    switch likeness {
    case .equal where isCommon && !isSameAlbum && left.album != nil && right.album != nil:
      return (.conflict, 0)
    case .equal: return (.same, 1)
    case .transliterated: return (.transliterated, 0.85)
    case .incomparable, .different: break
    }
    func isEqual(_ first: FoldedText?, _ second: FoldedText?) -> Bool {
      guard let first, let second else { return false }
      return first.isSpelling(of: second)
    }
    if mine.name.script == theirs.name.script, !mine.spelling.isEmpty,
      mine.spelling == theirs.spelling
    {
      return (.close, 0.9)
    }
    if isEqual(mine.withoutLead, theirs.name) || isEqual(mine.name, theirs.withoutLead) {
      return (.close, 0.8)
    }
    // One side has the name in only one of two scripts. The durations must confirm it, since
    // brackets may contain anything.
    let isAbout = difference(left, right).map { $0 <= 3 } ?? isSameAlbum
    let isOneScript =
      mine.scripts.contains { isEqual($0, theirs.name) }
      || theirs.scripts.contains { isEqual($0, mine.name) }
      || mine.scripts.count > 1
        && Set(mine.scripts.map(\.key)) == Set(theirs.scripts.map(\.key))
    if isAbout, isOneScript { return (.transliterated, 0.85) }
    if hasSameNameWithoutPrefix(left, right) { return (.close, 0.85) }
    func isAccompanied(_ reading: RecordingReading, by other: RecordingReading) -> Bool {
      guard let (guest, name) = reading.title.company, isEqual(name, other.title.name) else {
        return false
      }
      let artist = ArtistName(guest, reading.aliases)
      return other.artists.everybody.contains { $0.isLike(artist) }
    }
    if isAccompanied(left, by: right) || isAccompanied(right, by: left) { return (.close, 0.85) }
    // Even a subtitle may indicate another recording. Only very close durations rule that out.
    let isNear = difference(left, right).map { $0 <= (isSameAlbum ? 3 : 1) } ?? false
    let isShort =
      isEqual(mine.withoutSubtitle, theirs.name) || isEqual(mine.name, theirs.withoutSubtitle)
    if isNear, isShort { return (.close, 0.7) }
    return likeness == .incomparable ? (.unknown, 0.5) : (.conflict, 0)
  }

  /// Whether the names are the same without a leading composer, artist, or track number.
  private static func hasSameNameWithoutPrefix(
    _ left: RecordingReading,
    _ right: RecordingReading
  ) -> Bool {
    // A file's name may start with the number of the track.
    func number(_ reading: RecordingReading) -> String? {
      let key = reading.title.prefixed?.prefix.key
      return key.flatMap { $0.count < 3 && $0.isASCIIDigits ? $0 : nil }
    }
    func name(_ reading: RecordingReading) -> FoldedText? {
      guard let (prefix, name) = reading.title.prefixed else { return nil }
      if number(reading) != nil { return name }
      if KnownArtists.isComposer(prefix) { return name }
      let artist = ArtistName(prefix.words.joined(separator: " "), reading.aliases)
      let isArtist = (left.artists.everybody + right.artists.everybody).contains {
        $0.isLike(artist) || prefix.words.count == 1 && $0.whole.words.last == prefix.key
      }
      return isArtist ? name : nil
    }
    let (mine, theirs) = (name(left), name(right))
    return mine?.isSpelling(of: right.title.name) == true
      || theirs?.isSpelling(of: left.title.name) == true
      || number(left) == number(right) && mine.flatMap { theirs?.isSpelling(of: $0) } == true
  }

  static func artists(
    _ left: RecordingReading,
    _ right: RecordingReading,
    isSameAlbum: Bool,
    isSameTitle: Bool
  ) -> Verdict {
    // A guest on one side only means another recording, unless everything else agrees to the
    // second.
    let isExact = isSameAlbum && difference(left, right).map { $0 <= 1 } == true
    return switch left.artists.likeness(to: right.artists) {
    case .equal: (.same, 1)
    case .transliterated: (.transliterated, 0.85)
    case .withoutGuests: isExact ? (.close, 0.9) : (.conflict, 0)
    case .composers:
      isExact
        || left.artists.isOfComposers == right.artists.isOfComposers
          && (isSameAlbum || difference(left, right) == 0)
        ? (.close, 0.9) : (.unknown, 0.5)
    case .incomparable where isExact && isSameTitle: (.transliterated, 0.85)
    case .partOfName:
      difference(left, right).map { $0 <= 3 } == true ? (.close, 0.75) : (.conflict, 0)
    case .unknown, .incomparable: (.unknown, 0.5)
    case .different: (.conflict, 0)
    }
  }

  static func duration(_ left: RecordingReading, _ right: RecordingReading) -> Verdict {
    guard let difference = difference(left, right) else { return (.unknown, 0.6) }
    if difference <= 3 { return (.same, 1) }
    return difference <= 7 ? (.close, 0.7 - (difference - 3) * 0.1) : (.conflict, 0)
  }

  static func album(_ left: RecordingReading, _ right: RecordingReading) -> Verdict {
    guard let first = left.album, let second = right.album else { return (.unknown, 0.6) }
    return switch first.name.likeness(to: second.name) {
    case .equal where left.albumKinds != right.albumKinds: (.other, 0.4)
    case .equal: (.same, 1)
    case .transliterated: (.transliterated, 0.9)
    case .incomparable: (.unknown, 0.6)
    case .different: (.other, 0.4)
    }
  }

  private static func difference(_ left: RecordingReading, _ right: RecordingReading) -> Double? {
    guard let first = left.seconds, let second = right.seconds else { return nil }
    return abs(first - second)
  }
}

extension RecordingParts {
  static func versions(
    _ left: RecordingReading,
    _ right: RecordingReading,
    isSameAlbum: Bool
  ) -> Verdict {
    let conflict: Verdict = (.conflict, 0.5)
    if left.kinds.symmetricDifference(right.kinds) == [.single],
      left.albumKinds == right.albumKinds,
      let difference = difference(left, right), difference <= 1
    {
      return (.close, 0.97)
    }
    // A kind in one title must be in the other title, or in the other album's title.
    let mine = left.kinds.union(left.albumKinds)
    let theirs = right.kinds.union(right.albumKinds)
    guard left.kinds.isSubset(of: theirs), right.kinds.isSubset(of: mine) else { return conflict }
    // A kind that an album's title states for all its tracks must also be known to the other side,
    // unless the album is the same.
    guard isSameAlbum || mine == theirs else { return conflict }
    var isClose = left.kinds != right.kinds
    for kind in mine.intersection(theirs) {
      guard let first = left.details(kind), let second = right.details(kind) else { continue }
      if first == second {
        // Two live albums have two recordings of a song.
        if kind == .live, first.isEmpty, !haveSameAlbumName(left, right) { return conflict }
        continue
      }
      guard agree(kind, first, second) else { return conflict }
      // A concert that only one side names may be any concert.
      if kind == .live, first.isEmpty || second.isEmpty, !isSameAlbum { return conflict }
      isClose = true
    }
    return isClose ? (.close, 0.97) : (.same, 1)
  }

  /// `true` if an album is unknown.
  private static func haveSameAlbumName(_ left: RecordingReading, _ right: RecordingReading) -> Bool
  {
    guard let first = left.album, let second = right.album else { return true }
    return first.name.likeness(to: second.name) != .different
  }

  private static func agree(
    _ kind: VersionMarker.Kind,
    _ first: Set<String>,
    _ second: Set<String>
  ) -> Bool {
    if VersionMarker.Kind.strict.contains(kind) { return false }
    if kind == .live { return first.isSubset(of: second) || second.isSubset(of: first) }
    func numbers(_ words: Set<String>) -> Set<String> {
      words.filter { $0.first?.isNumber == true }
    }
    let (left, right) = (numbers(first), numbers(second))
    return left.isEmpty || right.isEmpty || left == right
  }
}
