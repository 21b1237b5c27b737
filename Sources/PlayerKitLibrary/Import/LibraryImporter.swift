#if SQLite
  import Foundation
  import GRDB

  /// Imports dumps into a library.
  ///
  /// ```swift
  /// let importer = LibraryImporter(path: library)
  /// let report = try importer.run(LibrarySource(path: "canonical_musicbrainz_data.csv"))
  /// ```
  ///
  /// An import replaces all songs of the same format. If the dump contains only changes
  /// (`exportMode:INCREMENTAL`), it replaces song by song. Songs of other formats stay.
  ///
  /// Readers can use the old library until the new one is complete. The new one replaces it in one
  /// step. An interrupted import resumes if the dump is the same. Memory stays below 200 MB for
  /// dumps of any size.
  public struct LibraryImporter: Sendable {
    /// The result of an import.
    public struct Report: Sendable, Hashable {
      /// The number of songs in the dump.
      public var songs = 0
      /// The number of records that are invalid or longer than 1 MiB.
      public var unreadable = 0
      /// The number of songs that an interrupted import had already read.
      public var resumed = 0

      /// Makes a report.
      public init(songs: Int = 0, unreadable: Int = 0, resumed: Int = 0) {
        (self.songs, self.unreadable, self.resumed) = (songs, unreadable, resumed)
      }
    }

    /// The number of songs kept in memory before they are written.
    package var batch = 20_000
    /// The maximum size of the temporary files, in SQLite pages, or `nil` for no limit. Tests use
    /// it to simulate a full disk.
    package var maximumPages: (staged: Int?, fresh: Int?) = (nil, nil)

    private let path: String

    /// Makes an importer for a library. Touches no file yet.
    public init(path: String) {
      self.path = path
    }

    /// Imports a dump. Blocks; takes about 30 seconds for a million songs.
    ///
    /// - Parameter source: The dump to read.
    /// - Parameter onProgress: Called from time to time with the number of songs read. Returning
    ///   `false` stops the import, which can be resumed later.
    /// - Throws: ``LibraryError``: `busy` if another import into this library is running,
    ///   `cutShort` if the dump is incomplete or has no song, `newer` if a newer version wrote the
    ///   library. `CancellationError` if it was stopped. The library is unchanged after an error.
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
        maximumPages: maximumPages.staged
      )
      let isResumed = staging.songs > 0
      let report: Report
      do {
        report = try stage(source, staging, onProgress)
        var writer = LibraryWriter(path: path, staged: staging, replacing: source.number)
        writer.maximumPages = maximumPages.fresh
        try writer.write()
      } catch let error as LibraryError where error.code == .cutShort {
        // The complete dump will be a different file.
        staging.remove()
        throw error
      } catch let error as DatabaseError where isResumed && StagedImport.isDamage(error) {
        // A crash of the machine damaged the rest of an earlier import, so it can't be resumed.
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
      // The last record was too long and has no end.
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

    /// Reads the field names and everything that the dump declares before the songs.
    ///
    /// - Returns: The offset of the first song.
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
        throw LibraryError(
          .cutShort,
          "\(source.path): the file is incomplete: recordsWritten is missing. Download it again."
        )
      }
      // A dump without songs would delete the songs of the library.
      guard report.songs > 0 || declared == count else {
        throw LibraryError(.cutShort, "\(source.path): it contains no songs. Name another file.")
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
