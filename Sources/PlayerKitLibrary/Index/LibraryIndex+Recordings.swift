#if SQLite
  import Foundation
  import PlayerKitServices

  /// Lets a library identify recordings without a network.
  extension LibraryIndex: RecordingIndex {
    /// `library`.
    public var service: CatalogService { .library }

    /// Returns the songs with an ISRC, files first.
    public func knownRecordings(isrc: String) async throws -> [KnownRecording] {
      try KnownRecording.all { () throws(LibraryError) in try songs(isrc: isrc) }
    }

    /// Returns the songs with a MusicBrainz recording id.
    public func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
      try KnownRecording.all { () throws(LibraryError) in
        try songs(musicBrainzID: musicBrainzID)
      }
    }
  }

  /// Names of the same artists in several scripts.
  extension LibraryIndex {
    /// The maximum number of recordings that ``artistAliases()`` looks at.
    public static let maximumComparedRecordings = 20_000

    /// Returns the artists that the files of folders and the dumps name differently for the same
    /// MusicBrainz recordings. Reads the library, so call it once and keep the result for a
    /// `RecordingMatcher`.
    public func artistAliases() throws(LibraryError) -> ArtistAliases {
      var names: [Data: Set<String>] = [:]
      for file in files where file.content == .folders {
        for (recording, artist) in try file.credits(limit: Self.maximumComparedRecordings) {
          names[recording, default: []].insert(artist)
        }
      }
      for recording in names.keys {
        for file in files where file.content == .dumps {
          for song in try file.songs(of: .recording(recording)) {
            names[recording, default: []].insert(song.artist)
          }
        }
      }
      return ArtistAliases(
        creditsOfEqualRecordings: names.values.filter { $0.count > 1 }.map { $0.sorted() }
      )
    }
  }

  // The same for a library that an import may replace later.
  extension LibraryService: RecordingIndex {
    /// `library`.
    public var service: CatalogService { .library }

    /// Returns the recordings of an ISRC. Empty without a library.
    public func knownRecordings(isrc: String) async throws -> [KnownRecording] {
      try KnownRecording.all { () throws(LibraryError) in
        try library?.index().songs(isrc: isrc) ?? []
      }
    }

    /// Returns the recordings of a MusicBrainz id. Empty without a library.
    public func knownRecordings(musicBrainzID: String) async throws -> [KnownRecording] {
      try KnownRecording.all { () throws(LibraryError) in
        try library?.index().songs(musicBrainzID: musicBrainzID) ?? []
      }
    }
  }

  extension KnownRecording {
    fileprivate static func all(
      _ songs: () throws(LibraryError) -> [LibrarySong]
    ) throws(CatalogError) -> [KnownRecording] {
      do throws(LibraryError) {
        return try songs().map(KnownRecording.init)
      } catch {
        throw CatalogError(error)
      }
    }

    fileprivate init(_ song: LibrarySong) {
      self.init(title: song.title, artists: [song.artist])
      duration = song.duration
      isrcs = [song.isrc].compactMap(\.self)
      musicBrainzID = song.musicBrainzID
      items = [LibraryLinks.Thing.file(of: song)?.item, song.appleMusicID.map { "apple:" + $0 }]
        .compactMap(\.self)
    }
  }
#endif
