#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an HLS address gives: a list of variants, or the parts of one.
enum HLSPlaylist: Sendable, Equatable {
  case master(HLSMasterPlaylist)
  case media(HLSMediaPlaylist)
}

/// The variants of one presentation, and the groups of renditions that they use.
struct HLSMasterPlaylist: Sendable, Equatable {
  struct Variant: Sendable, Equatable {
    var url: URL
    /// Bits a second, at most.
    var bandwidth: Int
    var averageBandwidth: Int?
    /// As RFC 6381 names them; empty where they are not named.
    var codecs: [String] = []
    /// The group of audio renditions that belongs to it.
    var audioGroup: String?
    var hasResolution = false
  }

  /// A rendition of audio; those of other kinds are left out.
  struct Rendition: Sendable, Equatable {
    var group: String
    var name: String
    var language: String?
    var isDefault = false
    var isAutoselected = false
    /// `nil`: it is in the variant's own parts.
    var url: URL?
  }

  var variants: [Variant] = []
  var renditions: [Rendition] = []
  /// What its media playlists may import.
  var variables: [String: String] = [:]
  /// Where to begin, from the beginning on, or from the end where it is negative.
  var start: Duration?
}

/// The parts of a stream, in order.
struct HLSMediaPlaylist: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// Nothing is added or taken away.
    case onDemand
    /// Parts are added at the end alone.
    case event
    /// Parts are added at the end, and taken away at the beginning.
    case live
  }

  /// A stretch of a resource.
  struct Range: Sendable, Hashable {
    var offset: Int64
    var length: Int64
  }

  /// A resource, or a stretch of it.
  struct Piece: Sendable, Hashable {
    var url: URL
    var range: Range?
  }

  /// How a part is encrypted, and where its key lies.
  struct Key: Sendable, Hashable {
    var url: URL
    /// 16 bytes; `nil`: the part's number.
    var vector: [UInt8]?
  }

  /// What has to be read before the parts.
  struct Initialization: Sendable, Hashable {
    var piece: Piece
    var key: Key?
  }

  struct Part: Sendable, Equatable {
    /// Its number in the stream; the playlist's parts are numbered in a row.
    var number: Int64
    var piece: Piece
    var duration: Duration
    var title: String?
    var key: Key?
    var initialization: Initialization?
    /// Whether only the service's own players can decrypt it.
    var isProtected = false
    /// How many breaks in format or time stand before it in the stream.
    var discontinuities: Int64
    /// There is nothing to be had of it.
    var isGap = false
    /// When it was made.
    var date: String?
  }

  var kind = Kind.live
  var targetDuration: Duration
  var parts: [Part] = []
  /// The number of the first part, also where there is none.
  var firstNumber: Int64 = 0
  /// No part is added any more.
  var isEnded = false
  var start: Duration?

  /// The number of the last part.
  var lastNumber: Int64 { firstNumber + Int64(parts.count) - 1 }

  func part(_ number: Int64) -> Part? {
    let index = number - firstNumber
    return index >= 0 && index < Int64(parts.count) ? parts[Int(index)] : nil
  }

  /// The sum of all parts.
  var duration: Duration { parts.reduce(.zero) { $0 + $1.duration } }
}

/// Why a playlist can't be played.
enum HLSFailure: Error, Sendable, Equatable {
  /// It does not begin as one.
  case noPlaylist
  /// More bytes, lines or parts than any honest one has.
  case tooLarge
  /// A tag says what cannot be, or an address is none.
  case malformed
  /// None of its variants has sound.
  case noAudio
  /// It names a variable that it does not define.
  case undefinedVariable
}
