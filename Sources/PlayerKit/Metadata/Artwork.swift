#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A picture of something, as a value: where it is, not its bytes.
///
/// It is one of two things. Public addresses, of one size or of several, that anybody may fetch. Or
/// a key that its source turns into bytes when the picture is wanted: that of a picture within a
/// file, or of one behind a sign-in. No signed address stands in it, so it may be stored, logged
/// and shown.
public struct Artwork: Sendable, Hashable {
  /// A picture of one size at a public address.
  public struct Image: Sendable, Hashable, Codable {
    /// The address.
    public var url: URL
    /// The longer side, in pixels; `nil` where unknown.
    public var size: Int?

    /// Makes a picture.
    public init(url: URL, size: Int? = nil) {
      self.url = url
      self.size = size
    }
  }

  /// What an ``ArtworkSource`` knows a picture by.
  public struct Key: Sendable, Hashable, Codable {
    /// The ``ArtworkSource/artworkSource`` that knows it.
    public var source: String
    /// Its name there.
    public var id: String
    /// Whether it leads to the picture only as long as its source lives. A queue's stores leave
    /// such keys out, and the entry is looked into again.
    public var isTemporary: Bool

    /// Makes a key.
    public init(source: String, id: String, isTemporary: Bool = false) {
      self.source = source
      self.id = id
      self.isTemporary = isTemporary
    }
  }

  enum Place: Hashable {
    case images([Image])
    case template(String, largest: Int?)
    case key(Key)
  }

  let place: Place

  /// A picture at one address.
  public init(_ url: URL) {
    place = .images([Image(url: url)])
  }

  /// One picture in several sizes; `nil` where there are none.
  public init?(_ images: [Image]) {
    guard !images.isEmpty else { return nil }
    place = .images(images)
  }

  /// A picture that a server cuts to size: `{w}` and `{h}` in the address stand for width and
  /// height.
  ///
  /// - Parameter largest: the longer side of the largest that there is, in pixels; `nil` where
  ///   unknown.
  public init(template: String, largest: Int? = nil) {
    place = .template(template, largest: largest)
  }

  /// A picture that a source knows.
  public init(_ key: Key) {
    place = .key(key)
  }

  /// A picture in a local file: only from a caller who means a local file.
  public init(path: String) {
    place = .key(Key(source: Self.files, id: path))
  }

  /// The source of pictures in local files.
  package static var files: String { "file" }

  /// What its source knows it by; `nil`: it is at a public address.
  public var key: Key? {
    if case .key(let key) = place { key } else { nil }
  }

  /// The address of the picture for a space of this size, in pixels; `nil` if only a ``key`` is
  /// known.
  ///
  /// If a server cuts the picture to size, the address asks for these proportions, scaled down to
  /// the largest picture that there is. Otherwise this is ``url(atLeast:)`` with the longer side.
  /// Values below 1 count as 1.
  public func url(width: Int, height: Int) -> URL? {
    let (width, height) = (max(1, width), max(1, height))
    let longer = max(width, height)
    guard case .template(let template, let largest) = place else { return url(atLeast: longer) }
    let limit = min(longer, largest.map { max(1, $0) } ?? .max)
    // In full width, since a server may state any number.
    let scaled = [width, height].map { side in
      max(1, longer.dividingFullWidth(side.multipliedFullWidth(by: limit)).quotient)
    }
    return URL(
      string: template.replacing("{w}", with: String(scaled[0]))
        .replacing("{h}", with: String(scaled[1]))
    )
  }

  /// The address of the picture in the size nearest at or above what is asked, else of the largest;
  /// `nil` where only a ``key`` is known.
  ///
  /// - Parameter pixels: the longer side.
  public func url(atLeast pixels: Int) -> URL? {
    switch place {
    case .key: return nil
    case .template(let template, let largest):
      let side = String(min(max(1, pixels), largest.map { max(1, $0) } ?? .max))
      return URL(
        string: template.replacing("{w}", with: side).replacing("{h}", with: side)
      )
    case .images(let images):
      let sized = images.filter { $0.size != nil }
      let fitting = sized.filter { $0.size ?? 0 >= pixels }.min { $0.size ?? 0 < $1.size ?? 0 }
      let largest = sized.max { $0.size ?? 0 < $1.size ?? 0 }
      return (fitting ?? largest ?? images.first)?.url
    }
  }
}

extension Artwork {
  /// The same with other addresses; what is no address any more is left out.
  func mapAddresses(_ change: (String) -> String) -> Artwork? {
    switch place {
    case .key: self
    case .template(let template, let largest):
      Artwork(template: change(template), largest: largest)
    case .images(let images):
      Artwork(
        images.compactMap { image in
          URL(string: change(image.url.absoluteString)).map { Image(url: $0, size: image.size) }
        }
      )
    }
  }
}

extension Artwork.Key {
  private enum CodingKeys: String, CodingKey {
    case source, id, isTemporary
  }

  /// Reads one that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    source = try values.decode(String.self, forKey: .source)
    id = try values.decode(String.self, forKey: .id)
    isTemporary = try values.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? false
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(source, forKey: .source)
    try values.encode(id, forKey: .id)
    if isTemporary { try values.encode(true, forKey: .isTemporary) }
  }
}

extension Artwork: Codable {
  private enum CodingKeys: String, CodingKey {
    case images, template, largest, key
  }

  /// Reads one that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let key = try values.decodeIfPresent(Key.self, forKey: .key) {
      place = .key(key)
    } else if let template = try values.decodeIfPresent(String.self, forKey: .template) {
      place = .template(template, largest: try values.decodeIfPresent(Int.self, forKey: .largest))
    } else {
      place = .images(try values.decode([Image].self, forKey: .images))
    }
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch place {
    case .key(let key): try values.encode(key, forKey: .key)
    case .template(let template, let largest):
      try values.encode(template, forKey: .template)
      try values.encodeIfPresent(largest, forKey: .largest)
    case .images(let images): try values.encode(images, forKey: .images)
    }
  }
}

/// Turns the keys of pictures into their bytes: those within files, those behind a sign-in.
public protocol ArtworkSource: Sendable {
  /// The name that its keys bear; see ``Artwork/Key/source``.
  var artworkSource: String { get }

  /// Where the picture is now. The source may hold a signed address: it is for the one request, and
  /// stands in no store, event or log.
  ///
  /// - Parameters:
  ///   - id: the ``Artwork/Key/id``.
  ///   - pixels: the longer side as it is wanted; the nearest size at or above is best.
  /// - Throws: best a ``PlayerError``; ``PlayerError/Code/notFound`` where there is no such
  ///   picture.
  func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource
}
