import MusicCatalog

extension AppleMusic {
  /// A name out of a set that the service may widen.
  public typealias ExtensibleString = MusicCatalog.ExtensibleString

  /// Whether something is explicit.
  public struct ContentRating: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not for everybody's ears.
    public static let explicit = Self(rawValue: "explicit")
    /// A version from which that was taken.
    public static let clean = Self(rawValue: "clean")
  }

  /// Who makes a playlist.
  public struct PlaylistType: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's editors.
    public static let editorial = Self(rawValue: "editorial")
    /// A curator outside of Apple.
    public static let external = Self(rawValue: "external")
    /// Apple's machines, for one user.
    public static let personalMix = Self(rawValue: "personal-mix")
    /// Apple's machines, of what one user played.
    public static let replay = Self(rawValue: "replay")
    /// A user, for others.
    public static let userShared = Self(rawValue: "user-shared")
  }

  /// What becomes of explicit content in a storefront.
  public struct ExplicitContentPolicy: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There, and shown.
    public static let allowed = Self(rawValue: "allowed")
    /// There for those who ask for it.
    public static let optIn = Self(rawValue: "opt-in")
    /// Not there.
    public static let prohibited = Self(rawValue: "prohibited")
  }

  /// A form of sound.
  public struct AudioVariant: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Dolby Atmos.
    public static let dolbyAtmos = Self(rawValue: "dolby-atmos")
    /// Dolby Audio.
    public static let dolbyAudio = Self(rawValue: "dolby-audio")
    /// Lossless above 48 kHz.
    public static let hiResLossless = Self(rawValue: "hi-res-lossless")
    /// Lossless.
    public static let lossless = Self(rawValue: "lossless")
    /// Two channels, with loss.
    public static let lossyStereo = Self(rawValue: "lossy-stereo")
  }
}
