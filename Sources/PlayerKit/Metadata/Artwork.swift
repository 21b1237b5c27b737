import PlayerKitSystem

/// A reference to a picture: where it is, not its bytes.
///
/// It is one of two things: public addresses, in one size or several, that anyone may fetch; or a
/// key that its source resolves when the picture is needed, for a picture within a file or one that
/// needs a sign-in. It contains no signed address, so it may be stored, logged and displayed.
public struct Artwork: Sendable, Hashable {
  /// A picture of one size at a public address.
  public struct Image: Sendable, Hashable, Codable {
    /// The address.
    public var url: URL
    /// The longer side, in pixels; `nil` if unknown.
    public var size: Int?

    /// Creates a picture.
    public init(url: URL, size: Int? = nil) {
      self.url = url
      self.size = size
    }
  }

  /// A key by which an ``ArtworkSource`` identifies a picture.
  public struct Key: Sendable, Hashable, Codable {
    /// The ``ArtworkSource/artworkSource`` that resolves the key.
    public var source: String
    /// The id of the picture in that source.
    public var id: String
    /// Whether the key is valid only as long as its source exists. A queue's stores leave such keys
    /// out, and the entry is inspected again.
    public var isTemporary: Bool

    /// Creates a key.
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

  /// Creates a reference to a picture at one address.
  public init(_ url: URL) {
    place = .images([Image(url: url)])
  }

  /// Creates a reference to one picture in several sizes; returns `nil` if there are none.
  public init?(_ images: [Image]) {
    guard !images.isEmpty else { return nil }
    place = .images(images)
  }

  /// Creates a reference to a picture that a server scales: `{w}` and `{h}` in the address stand
  /// for width and height.
  ///
  /// - Parameter template: The address, with `{w}` and `{h}` for width and height.
  /// - Parameter largest: The longer side of the largest available size, in pixels; `nil` if
  ///   unknown.
  public init(template: String, largest: Int? = nil) {
    place = .template(template, largest: largest)
  }

  /// Creates a reference to a picture from a key of a source.
  public init(_ key: Key) {
    place = .key(key)
  }

  /// Creates a reference to a picture in a local file. Call it only if the caller intends a local
  /// file.
  public init(path: String) {
    place = .key(Key(source: Self.files, id: path))
  }

  /// The source of pictures in local files.
  package static var files: String { "file" }

  /// The key in its source; `nil` if the picture is at a public address.
  public var key: Key? {
    if case .key(let key) = place { key } else { nil }
  }

  /// Returns the address of the picture for a space of this size, in pixels; `nil` if only a
  /// ``key`` is known.
  ///
  /// If a server scales the picture, the address asks for these proportions, reduced to the largest
  /// available size. Otherwise this is ``url(atLeast:)`` with the longer side. Values below 1 count
  /// as 1.
  public func url(width: Int, height: Int) -> URL? {
    let (width, height) = (max(1, width), max(1, height))
    let longer = max(width, height)
    guard case .template(let template, let largest) = place else { return url(atLeast: longer) }
    let limit = min(longer, largest.map { max(1, $0) } ?? .max)
    // In full width, because a server may state any number.
    let scaled = [width, height].map { side in
      max(1, longer.dividingFullWidth(side.multipliedFullWidth(by: limit)).quotient)
    }
    return URL(
      string: template.replacing("{w}", with: String(scaled[0]))
        .replacing("{h}", with: String(scaled[1]))
    )
  }

  /// Returns the address of the smallest size of at least `pixels`, or of the largest one; `nil` if
  /// only a ``key`` is known.
  ///
  /// - Parameter pixels: The longer side.
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
  /// Returns the same picture with changed addresses; invalid ones are left out.
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

  /// Decodes a stored key.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    source = try values.decode(String.self, forKey: .source)
    id = try values.decode(String.self, forKey: .id)
    isTemporary = try values.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? false
  }

  /// Encodes the key.
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

  /// Decodes a stored picture.
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

  /// Encodes the picture.
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

/// Resolves the keys of pictures within files, or of pictures that need a sign-in.
public protocol ArtworkSource: Sendable {
  /// The name of the source in its keys; see ``Artwork/Key/source``.
  var artworkSource: String { get }

  /// Other names of the source, in keys that were stored earlier.
  var formerArtworkSources: Set<String> { get }

  /// Returns where the picture is now. The result may contain a signed address. Use it for this one
  /// request only, and do not store, log or send it in events.
  ///
  /// - Parameters:
  ///   - id: The ``Artwork/Key/id``.
  ///   - pixels: The wanted length of the longer side; the nearest larger size is best.
  /// - Throws: Preferably a ``PlayerError``; ``PlayerError/Code/notFound`` if there is no such
  ///   picture.
  func picture(_ id: String, atLeast pixels: Int) async throws -> MediaSource
}

extension ArtworkSource {
  /// Empty by default.
  public var formerArtworkSources: Set<String> { [] }
}
