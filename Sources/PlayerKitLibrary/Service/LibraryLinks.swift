#if SQLite
  import Foundation
  import PlayerKitServices

  extension CatalogService {
    /// Your own catalog.
    public static let library = CatalogService(rawValue: "library")
  }

  /// Recognizes links to a library.
  ///
  /// - `library:file:KEY` is a file of an added folder. The key does not reveal its path.
  /// - `library:recording:ID` is a recording by its MusicBrainz id.
  /// - `library:artist:NAME` and `library:album:ARTIST/TITLE` are percent-encoded.
  public struct LibraryLinks: LinkRecognizer {
    /// The target of a library link.
    enum Thing: Sendable, Hashable {
      case file(LibraryFileKey)
      case recording(String)
      case artist(String)
      case album(LibraryAlbum)

      init?(_ id: String) {
        let parts = id.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "file":
          guard let key = LibraryFileKey(parts[1]) else { return nil }
          self = .file(key)
        case "recording":
          guard let id = LibraryValues.bytes(ofID: parts[1]).flatMap(LibraryValues.id) else {
            return nil
          }
          self = .recording(id)
        case "artist":
          guard let name = Self.decoded(parts[1]), !name.isEmpty else { return nil }
          self = .artist(name)
        case "album":
          let names = parts[1].split(separator: "/", omittingEmptySubsequences: false)
            .compactMap { Self.decoded(String($0)) }
          guard names.count == 2, !names[1].isEmpty else { return nil }
          self = .album(LibraryAlbum(title: names[1], artist: names[0]))
        default: return nil
        }
      }

      var id: String {
        switch self {
        case .file(let key): "file:" + key.text
        case .recording(let id): "recording:" + id
        case .artist(let name): "artist:" + Self.encoded(name)
        case .album(let album):
          "album:" + Self.encoded(album.artist) + "/" + Self.encoded(album.title)
        }
      }

      private var kind: MusicLink.Kind {
        switch self {
        case .file, .recording: .song
        case .artist: .artist
        case .album: .album
        }
      }

      private static func encoded(_ name: String) -> String {
        name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      }

      private static func decoded(_ text: String) -> String? {
        text.utf8.count <= 4_096 ? text.removingPercentEncoding : nil
      }

      /// The file of a song, or `nil` if the song comes from a dump.
      static func file(of song: LibrarySong) -> Thing? {
        song.path.map { .file(LibraryFileKey(path: $0)) }
      }

      /// The form in which people write it.
      var item: String { "library:" + id }

      var link: MusicLink { MusicLink(service: .library, kind: kind, id: id) }
    }

    /// Makes the recognizer.
    public init() {}

    /// A library.
    public var service: CatalogService { .library }

    /// Recognizes the link in `parts`.
    public func recognize(_ parts: LinkParts) -> LinkRecognition {
      guard parts.scheme == "library" else { return .notMine }
      let rest = parts.text.unicodeScalars.dropFirst("library:".unicodeScalars.count)
      guard let thing = Thing(String(rest)) else { return .malformed(.malformedID) }
      return .link(thing.link)
    }

    /// Returns `nil`, because a library has no web pages.
    public func canonicalURL(of link: MusicLink) -> URL? { nil }
  }
#endif
