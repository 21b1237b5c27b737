/// Maps the fields of all formats to the names of Vorbis comments without word separators.
enum TagNames {
  /// Returns the name; `nil` if the field is not needed.
  static func name(of key: String, in kind: TagKind) -> String? {
    switch kind {
    case .id3v2: ofFrame(key)
    case .items: ofItem(key)
    case .attributes: known(attributes[key] ?? plain(key))
    case .info: info[key]
    case .comments, .apev2, .id3v1, .simpleTags, .container: known(plain(key))
    }
  }

  private static func ofFrame(_ key: String) -> String? {
    let parts = key.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    switch parts.first {
    case "TXXX": return known(plain(rest))
    // Players store settings in comments with a description.
    case "COMM": return rest.isEmpty ? "COMMENT" : isSetting(rest) ? nil : "NAMEDCOMMENT"
    case "UFID": return rest == "http://musicbrainz.org" ? "MUSICBRAINZTRACKID" : nil
    default: return frames[key]
    }
  }

  private static func isSetting(_ description: String) -> Bool {
    description.hasPrefix("iTun") || description.hasPrefix("Songs-DB")
      || description.hasPrefix("ID3v1 Comment")
  }

  private static func ofItem(_ key: String) -> String? {
    if let name = items[key] { return name }
    guard key.hasPrefix("----:"), let colon = key.lastIndex(of: ":") else { return nil }
    return known(plain(String(key[key.index(after: colon)...])))
  }

  /// Returns the name in capitals without word separators.
  private static func plain(_ key: String) -> String {
    String(key.uppercased().filter { $0 != " " && $0 != "_" && $0 != "-" && $0 != "/" })
  }

  private static func known(_ name: String) -> String? {
    if let other = others[name] { return other }
    return wanted.contains(name) || isChapter(name) ? name : nil
  }

  /// Whether the name is `CHAPTER001`, `CHAPTER001NAME` or `CHAPTER001URL`, as in Vorbis comments.
  private static func isChapter(_ name: String) -> Bool {
    name.hasPrefix("CHAPTER") && name.dropFirst(7).prefix(3).allSatisfy(\.isNumber)
      && name.utf8.count <= 16
  }

  private static let wanted: Set<String> = [
    "TITLE", "ARTIST", "ARTISTS", "ALBUM", "ALBUMARTIST", "COMPOSER", "GENRE", "DATE", "ISRC",
    "TRACKNUMBER", "TRACKTOTAL", "DISCNUMBER", "DISCTOTAL", "COMMENT", "LYRICS", "ADVISORY",
    "REPLAYGAINTRACKGAIN", "REPLAYGAINTRACKPEAK", "REPLAYGAINALBUMGAIN", "REPLAYGAINALBUMPEAK",
    "R128TRACKGAIN", "R128ALBUMGAIN", "ITUNSMPB", "CUESHEET",
    "MUSICBRAINZTRACKID", "MUSICBRAINZRELEASETRACKID", "MUSICBRAINZALBUMID",
    "MUSICBRAINZRELEASEGROUPID", "MUSICBRAINZARTISTID", "MUSICBRAINZALBUMARTISTID",
  ]

  /// Alternative names.
  private static let others = [
    "TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER", "TOTALTRACKS": "TRACKTOTAL",
    "TOTALDISCS": "DISCTOTAL", "YEAR": "DATE", "AUTHOR": "ARTIST", "DESCRIPTION": "DESCRIPTION",
    "UNSYNCEDLYRICS": "LYRICS", "SYNCEDLYRICS": "LYRICS", "ITUNESADVISORY": "ADVISORY",
    "MUSICBRAINZRECORDINGID": "MUSICBRAINZTRACKID", "PARTNUMBER": "TRACKNUMBER",
    "DATERELEASED": "DATE", "ORIGINALDATE": "ORIGINALDATE", "WRITER": "COMPOSER",
  ]

  private static let frames = [
    "TIT2": "TITLE", "TPE1": "ARTIST", "TPE2": "ALBUMARTIST", "TALB": "ALBUM",
    "TCOM": "COMPOSER", "TCON": "GENRE", "TDRC": "DATE", "TDRL": "RELEASEDATE",
    "TDOR": "ORIGINALDATE", "TRCK": "TRACKNUMBER", "TPOS": "DISCNUMBER", "TSRC": "ISRC",
  ]

  private static let items = [
    "\u{A9}nam": "TITLE", "\u{A9}ART": "ARTIST", "aART": "ALBUMARTIST", "\u{A9}alb": "ALBUM",
    "\u{A9}wrt": "COMPOSER", "\u{A9}gen": "GENRE", "\u{A9}day": "DATE", "trkn": "TRACKNUMBER",
    "disk": "DISCNUMBER", "\u{A9}cmt": "COMMENT", "\u{A9}lyr": "LYRICS", "rtng": "ADVISORY",
  ]

  private static let attributes = [
    "Title": "TITLE", "Author": "ARTIST", "WM/AlbumArtist": "ALBUMARTIST",
    "WM/AlbumTitle": "ALBUM", "WM/Composer": "COMPOSER", "WM/Genre": "GENRE",
    "WM/Year": "DATE", "WM/TrackNumber": "TRACKNUMBER", "WM/PartOfSet": "DISCNUMBER",
    "WM/ISRC": "ISRC", "Description": "COMMENT", "WM/Lyrics": "LYRICS", "WM/ARTISTS": "ARTISTS",
  ]

  private static let info = [
    "INAM": "TITLE", "IART": "ARTIST", "IPRD": "ALBUM", "IMUS": "COMPOSER", "IGNR": "GENRE",
    "ICRD": "DATE", "ICMT": "COMMENT", "IPRT": "TRACKNUMBER", "ITRK": "TRACKNUMBER",
  ]
}
