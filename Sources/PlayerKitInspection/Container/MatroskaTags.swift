import PlayerKitMedia

/// The tags of Matroska. libavformat returns only one value per name, and mixes the tags of track
/// and album.
struct MatroskaTags {
  /// The fields by ``TagNames``, the track's first.
  private(set) var fields: [(key: String, value: String)] = []
  /// Whether tags were found.
  private(set) var hasTags = false

  private enum ID {
    static let segment: UInt32 = 0x1853_8067
    static let seekHead: UInt32 = 0x114D_9B74
    static let seek: UInt32 = 0x4DBB
    static let seekID: UInt32 = 0x53AB
    static let seekPosition: UInt32 = 0x53AC
    static let cluster: UInt32 = 0x1F43_B675
    static let information: UInt32 = 0x1549_A966
    static let title: UInt32 = 0x7BA9
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let trackUID: UInt32 = 0x73C5
    static let trackType: UInt32 = 0x83
    static let tags: UInt32 = 0x1254_C367
    static let tag: UInt32 = 0x7373
    static let targets: UInt32 = 0x63C0
    static let targetValue: UInt32 = 0x68CA
    static let targetType: UInt32 = 0x63CA
    static let tagTrack: UInt32 = 0x63C5
    static let tagEdition: UInt32 = 0x63C9
    static let tagChapter: UInt32 = 0x63C4
    static let tagAttachment: UInt32 = 0x63C6
    static let simpleTag: UInt32 = 0x67C8
    static let name: UInt32 = 0x45A3
    static let text: UInt32 = 0x4487
  }

  /// The subject of a tag.
  private enum Level: Int {
    case album = 50
    case part = 40
    case track = 30
    /// Unstated. Programs without support for levels mix all names.
    case untold = 0
  }

  private struct Simple {
    var level: Level
    let name: String
    let value: String
  }

  private static let maximumElements = 50_000
  private static let maximumTags = 10_000
  private static let maximumText = 8 << 20
  private static let maximumSeeks = 64

  private let bytes: MediaBytes
  private var audio: UInt64?
  private var title: String?
  private var simple: [Simple] = []
  private var room = Self.maximumText
  /// Whether a tag states that it describes the track. Tags without a level then describe the
  /// album.
  private var hasLevels = false
  private var seen: Set<Int64> = []

  /// Reads the elements before the audio and those that the seek table points to.
  init(_ bytes: MediaBytes) {
    self.bytes = bytes
    var ebml = EBML(bytes, maxElements: Self.maximumElements)
    guard let head = ebml.element(at: 0, to: bytes.size),
      let segment = ebml.element(at: head.body.upperBound, to: bytes.size),
      segment.id == ID.segment
    else { return }
    var places: [Int64] = []
    ebml.each(in: segment.body) { ebml, element in
      guard element.id != ID.cluster else { return false }
      if element.id == ID.seekHead {
        places += Self.places(&ebml, element.body).map { $0 + segment.body.lowerBound }
      }
      take(&ebml, element)
      return true
    }
    for place in places.prefix(Self.maximumSeeks) where segment.body.contains(place) {
      if let element = ebml.element(at: place, to: segment.body.upperBound) { take(&ebml, element) }
    }
    name()
  }

  /// Returns the positions of tags, tracks and the title in the seek table.
  private static func places(_ ebml: inout EBML, _ range: Range<Int64>) -> [Int64] {
    var places: [Int64] = []
    ebml.each(in: range) { ebml, seek in
      guard seek.id == ID.seek else { return true }
      var (id, place) = (UInt64?.none, UInt64?.none)
      ebml.each(in: seek.body) { ebml, element in
        if element.id == ID.seekID { id = ebml.number(element) }
        if element.id == ID.seekPosition { place = ebml.number(element) }
        return true
      }
      let wanted = [ID.tags, ID.information, ID.tracks].map { UInt64($0) }
      if let id, let place, wanted.contains(id), place < 1 << 60 { places.append(Int64(place)) }
      return places.count < maximumSeeks
    }
    return places
  }

  private mutating func take(_ ebml: inout EBML, _ element: EBML.Element) {
    guard seen.insert(element.body.lowerBound).inserted else { return }
    switch element.id {
    case ID.information:
      ebml.each(in: element.body) { ebml, element in
        guard element.id == ID.title else { return true }
        title = title ?? ebml.text(element, longest: TagText.longestText)
        return true
      }
    case ID.tracks:
      ebml.each(in: element.body) { ebml, element in
        if element.id == ID.track, audio == nil { takeTrack(&ebml, element.body) }
        return true
      }
    case ID.tags:
      hasTags = true
      ebml.each(in: element.body) { ebml, element in
        if element.id == ID.tag { takeTag(&ebml, element.body) }
        return simple.count < Self.maximumTags
      }
    default: break
    }
  }

  private mutating func takeTrack(_ ebml: inout EBML, _ range: Range<Int64>) {
    var (id, type) = (UInt64?.none, UInt64?.none)
    ebml.each(in: range) { ebml, element in
      if element.id == ID.trackUID { id = ebml.number(element) }
      if element.id == ID.trackType { type = ebml.number(element) }
      return true
    }
    if type == 2 { audio = id }
  }

  private mutating func takeTag(_ ebml: inout EBML, _ range: Range<Int64>) {
    var level = Level.untold
    var (tracks, isOther) = ([UInt64](), false)
    var found: [(name: String, value: String)] = []
    ebml.each(in: range) { ebml, element in
      switch element.id {
      case ID.targets:
        (level, tracks, isOther) = targets(&ebml, element.body)
      case ID.simpleTag:
        if let tag = simpleTag(&ebml, element.body) { found.append(tag) }
      default: break
      }
      return found.count < Self.maximumTags
    }
    // Tags of a chapter, an attachment, or another track do not describe the whole.
    if level == .track { hasLevels = true }
    guard !isOther, tracks.isEmpty || audio.map(tracks.contains) == true else { return }
    if !tracks.isEmpty, level == .untold { level = .track }
    for tag in found where simple.count < Self.maximumTags {
      simple.append(Simple(level: level, name: tag.name.uppercased(), value: tag.value))
    }
  }

  private func targets(
    _ ebml: inout EBML,
    _ range: Range<Int64>
  ) -> (level: Level, tracks: [UInt64], isOther: Bool) {
    var level = Level.untold
    var (tracks, isOther) = ([UInt64](), false)
    ebml.each(in: range) { ebml, element in
      switch element.id {
      case ID.targetValue:
        switch ebml.number(element) {
        case 50: level = .album
        case 40: level = .part
        case 30: level = .track
        default: isOther = true
        }
      case ID.targetType:
        guard level == .untold else { break }
        switch ebml.text(element, longest: 64).uppercased() {
        case "ALBUM": level = .album
        case "PART": level = .part
        case "TRACK", "SONG": level = .track
        default: break
        }
      case ID.tagTrack:
        if let track = ebml.number(element), track != 0 { tracks.append(track) }
      case ID.tagEdition, ID.tagChapter, ID.tagAttachment:
        if ebml.number(element) != 0 { isOther = true }
      default: break
      }
      return tracks.count < 100
    }
    return (level, tracks, isOther)
  }

  /// Reads a name and its text. Skips nested tags, which only add details.
  private mutating func simpleTag(
    _ ebml: inout EBML,
    _ range: Range<Int64>
  ) -> (name: String, value: String)? {
    var (name, value) = (String?.none, String?.none)
    ebml.each(in: range) { ebml, element in
      if element.id == ID.name { name = ebml.text(element, longest: 256) }
      if element.id == ID.text {
        value = ebml.text(element, longest: min(room, TagText.longestLyrics))
      }
      return true
    }
    guard let name, let value, !value.isEmpty else { return nil }
    room -= value.utf8.count
    return (name, value)
  }

  // MARK: Names

  private mutating func name() {
    if hasLevels {
      for index in simple.indices where simple[index].level == .untold {
        simple[index].level = .album
      }
    }
    let hasParts = simple.contains { $0.level == .part }
    var stated: Set<String> = []
    // The track's own tags come first. The album's tags apply to the track if it has none of that
    // name.
    for level in [Level.track, .untold, .part, .album] {
      var here: Set<String> = []
      for tag in simple where tag.level == level {
        let names = Self.names(of: tag.name, level, hasParts: hasParts)
        for name in names where !stated.contains(name) {
          fields.append((name, tag.value))
          here.insert(name)
        }
      }
      stated.formUnion(here)
    }
    if !stated.contains("TITLE"), let title { fields.append(("TITLE", title)) }
  }

  private static func names(of name: String, _ level: Level, hasParts: Bool) -> [String] {
    switch (name, level) {
    case ("TITLE", .album): ["ALBUM"]
    case ("TITLE", .part): []
    case ("ARTIST", .album): ["ALBUMARTIST", "ARTIST"]
    case ("PART_NUMBER", .track), ("PART_NUMBER", .untold): ["TRACKNUMBER"]
    case ("PART_NUMBER", .part): ["DISCNUMBER"]
    case ("TOTAL_PARTS", .part): ["TRACKTOTAL"]
    case ("TOTAL_PARTS", .album): [hasParts ? "DISCTOTAL" : "TRACKTOTAL"]
    case ("TOTAL_PARTS", .untold): ["TRACKTOTAL"]
    case ("PART_NUMBER", .album), ("TOTAL_PARTS", .track): []
    case ("REPLAYGAIN_GAIN", .album): ["REPLAYGAINALBUMGAIN"]
    case ("REPLAYGAIN_PEAK", .album): ["REPLAYGAINALBUMPEAK"]
    case ("REPLAYGAIN_GAIN", _): ["REPLAYGAINTRACKGAIN"]
    case ("REPLAYGAIN_PEAK", _): ["REPLAYGAINTRACKPEAK"]
    case ("DATE_RELEASED", _): ["DATE"]
    case ("DATE_RECORDED", _): ["ORIGINALDATE"]
    case ("LEAD_PERFORMER", _): ["ARTIST"]
    default: TagNames.name(of: name, in: .simpleTags).map { [$0] } ?? []
    }
  }
}
