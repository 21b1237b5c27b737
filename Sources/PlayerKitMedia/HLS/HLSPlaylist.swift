import PlayerKitSystem

/// The playlist at an HLS address: a list of variants, or of parts.
enum HLSPlaylist: Sendable, Equatable {
  case master(HLSMasterPlaylist)
  case media(HLSMediaPlaylist)
}

/// The variants of a presentation, and their groups of renditions.
struct HLSMasterPlaylist: Sendable, Equatable {
  struct Variant: Sendable, Equatable {
    var url: URL
    /// The peak bit rate, in bits per second.
    var bandwidth: Int
    var averageBandwidth: Int?
    /// Codec names by RFC 6381; empty if not stated.
    var codecs: [String] = []
    /// The group of its audio renditions.
    var audioGroup: String?
    var hasResolution = false
  }

  /// An audio rendition; other kinds are ignored.
  struct Rendition: Sendable, Equatable {
    var group: String
    var name: String
    var language: String?
    var isDefault = false
    var isAutoselected = false
    /// `nil` if it is in the variant's own parts.
    var url: URL?
  }

  var variants: [Variant] = []
  var renditions: [Rendition] = []
  /// The variables that its media playlists may import.
  var variables: [String: String] = [:]
  /// The start position, relative to the beginning, or to the end if negative.
  var start: Duration?
}

/// The parts of a stream, in order.
struct HLSMediaPlaylist: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Parts are neither added nor removed.
    case onDemand
    /// Parts are only added at the end.
    case event
    /// Parts are added at the end and removed at the start.
    case live
  }

  /// A range of a resource.
  struct Range: Sendable, Hashable {
    var offset: Int64
    var length: Int64
  }

  /// A resource, or a range of it.
  struct Piece: Sendable, Hashable {
    var url: URL
    var range: Range?
  }

  /// The encryption of a part, and the URL of its key.
  struct Key: Sendable, Hashable {
    var url: URL
    /// 16 bytes; `nil` to use the part's number.
    var vector: [UInt8]?
  }

  /// The initialization section, which must be read before the parts.
  struct Initialization: Sendable, Hashable {
    var piece: Piece
    var key: Key?
  }

  struct Part: Sendable, Equatable {
    /// Its number in the stream; parts are numbered consecutively.
    var number: Int64
    var piece: Piece
    var duration: Duration
    var title: String?
    var key: Key?
    var initialization: Initialization?
    /// Whether only the service's own players can decrypt it.
    var isProtected = false
    /// How many breaks in format or time precede it in the stream.
    var discontinuities: Int64
    /// Whether it is not available.
    var isGap = false
    /// Its program date and time, as the playlist writes it.
    var date: String?
  }

  var kind = Kind.live
  var targetDuration: Duration
  var parts: [Part] = []
  /// The number of the first part, even if there are no parts.
  var firstNumber: Int64 = 0
  /// Whether no more parts will be added.
  var isEnded = false
  var start: Duration?

  /// The number of the last part.
  var lastNumber: Int64 { firstNumber + Int64(parts.count) - 1 }

  func part(_ number: Int64) -> Part? {
    let index = number - firstNumber
    return index >= 0 && index < Int64(parts.count) ? parts[Int(index)] : nil
  }

  /// The total duration of all parts.
  var duration: Duration { parts.reduce(.zero) { $0 + $1.duration } }
}

/// The reason why a playlist can't be played.
enum HLSFailure: Error, Sendable, Equatable {
  /// It does not start like a playlist.
  case noPlaylist
  /// It has more bytes, lines or parts than a legitimate playlist.
  case tooLarge
  /// A tag has an impossible value, or a URL is invalid.
  case malformed
  /// None of its variants has audio.
  case noAudio
  /// It uses an undefined variable.
  case undefinedVariable
}
