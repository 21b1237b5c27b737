#if SQLite
  import Foundation
  import GRDB

  /// Takes dumps into a library.
  ///
  /// ```swift
  /// let importer = LibraryImporter(path: library)
  /// let report = try importer.run(LibrarySource(path: "canonical_musicbrainz_data.csv"))
  /// ```
  ///
  /// What the library has of the same format is replaced, song by song where the dump has what changed alone
  /// (`exportMode:INCREMENTAL`); of others it stays. The library serves as it is until the
  /// new one is whole, and takes its place in one step. An import that was cut short goes on where it was, where the
  /// dump is the same. Memory stays below 200 MB, however large the dump is.
  public struct LibraryImporter: Sendable {
    /// What an import has done.
    public struct Report: Sendable, Hashable {
      /// How many songs the dump has.
      public var songs = 0
      /// How many records made no sense, or were longer than 1 MiB.
      public var unreadable = 0
      /// How many songs were there already, from an import that was cut short.
      public var resumed = 0

      /// Makes a report.
      public init(songs: Int = 0, unreadable: Int = 0, resumed: Int = 0) {
        (self.songs, self.unreadable, self.resumed) = (songs, unreadable, resumed)
      }
    }

    /// So many songs are kept at once.
    package var batch = 20_000
    /// How large the files beside the library may get, in pages of SQLite: a disk that gets full. `nil`: any.
    package var mostPages: (staged: Int?, fresh: Int?) = (nil, nil)

    private let path: String

    /// Names the library. Nothing is touched yet.
    public init(path: String) {
      self.path = path
    }

    /// Imports a dump. Blocks; takes about 30 seconds for a million songs.
    ///
    /// - Parameter onProgress: told now and then of how many songs were read; `false` stops the import, which can go
    ///   on later.
    /// - Throws: ``LibraryError``: `busy` where another import into this library is under way, `cutShort` where the
    ///   dump is not whole, or has no song, `newer` where the library is of a newer version. `CancellationError` where
    ///   it was stopped. The library then is as it was.
    public func run(
      _ source: LibrarySource,
      onProgress: (Int) -> Bool = { _ in true }
    ) throws -> Report {
      try mapping {
        try LibrarySchema.check(fileAt: path)
        return try attempt(source, onProgress)
      }
    }

    private func attempt(
      _ source: LibrarySource,
      _ onProgress: (Int) -> Bool
    ) throws -> Report {
      let staging = try StagedImport.opened(
        path: path + ".building",
        source: source,
        mostPages: mostPages.staged
      )
      let isResumed = staging.songs > 0
      let report: Report
      do {
        report = try stage(source, staging, onProgress)
        var writer = LibraryWriter(path: path, staged: staging, replacing: source.number)
        writer.mostPages = mostPages.fresh
        try writer.write()
      } catch let error as LibraryError where error.code == .cutShort {
        // With the rest it is another file.
        staging.remove()
        throw error
      } catch let error as DatabaseError where isResumed && StagedImport.isDamage(error) {
        // What is left of an import from when the machine went down: there is no going on with it.
        staging.remove()
        return try attempt(source, onProgress)
      }
      staging.remove()
      return report
    }

    private func stage(
      _ source: LibrarySource,
      _ staging: StagedImport,
      _ onProgress: (Int) -> Bool
    ) throws -> Report {
      var report = Report(songs: staging.songs, unreadable: staging.unreadable)
      report.resumed = staging.songs
      var reading = source.format.reading
      let begin = try readBeginning(of: source, &reading)
      let records = try RecordReader(
        path: source.path,
        from: max(staging.offset, begin),
        reading.splitter
      )
      var songs: [DumpedSong] = []
      while true {
        let record = try records.next()
        switch record.map({ reading.read($0) }) {
        case .song(let song):
          songs.append(song)
          report.songs += 1
        case .unreadable where records.lacksEnd: throw Self.cutShort(source)
        case .unreadable: report.unreadable += 1
        case .remark, nil: break
        }
        guard record == nil || songs.count >= batch else { continue }
        try staging.add(
          songs,
          StagedImport.State(
            offset: records.offset,
            unreadable: report.unreadable + records.tooLong,
            declared: reading.declared ?? staging.declared,
            isIncremental: reading.isIncremental
          )
        )
        songs = []
        guard onProgress(report.songs) else { throw CancellationError() }
        if record == nil { break }
      }
      // The last one was too long, and has no end.
      if records.lacksEnd, records.isSkipping { throw Self.cutShort(source) }
      report.unreadable += records.tooLong
      try check(report, of: source, reading, declared: staging.declared)
      if source.format == .partnerFeed {
        let folder = URL(fileURLWithPath: source.path).deletingLastPathComponent().path
        let songs = report.songs
        try PartnerFeedTables(folder: folder, batch: batch)
          .add(to: staging) { onProgress(songs) }
      }
      return report
    }

    /// Has the names of fields read, and what the dump says of itself before the songs.
    ///
    /// - Returns: where the songs begin.
    private func readBeginning(
      of source: LibrarySource,
      _ reading: inout any DumpReading
    ) throws -> Int {
      let reader = try RecordReader(path: source.path, from: 0, reading.splitter)
      guard let first = try reader.next(), reading.begin(first) else { return 0 }
      var begin = reader.offset
      while let record = try reader.next(), reading.read(record) == .remark {
        begin = reader.offset
      }
      return begin
    }

    private func check(
      _ report: Report,
      of source: LibrarySource,
      _ reading: any DumpReading,
      declared: Int?
    ) throws {
      let count = report.songs + report.unreadable
      if let declared, declared != count {
        throw LibraryError(
          .cutShort,
          "\(source.path): it should have \(declared) records, and has \(count)."
        )
      }
      guard declared != nil || !reading.hasToDeclare else {
        throw LibraryError(.cutShort, "\(source.path): its end lacks (recordsWritten).")
      }
      // What has none would take away those that are there.
      guard report.songs > 0 || declared == count else {
        throw LibraryError(.cutShort, "\(source.path): there is no song in it.")
      }
    }

    private static func cutShort(_ source: LibrarySource) -> LibraryError {
      LibraryError(.cutShort, "\(source.path): it ends within a record.")
    }

    private func mapping<Value>(_ body: () throws -> Value) throws -> Value {
      do {
        return try body()
      } catch let error as DatabaseError {
        throw LibraryError(error, path: path)
      }
    }
  }
#endif
