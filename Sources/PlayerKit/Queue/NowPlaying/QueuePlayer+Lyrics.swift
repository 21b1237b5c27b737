extension QueuePlayer {
  /// The sources to search for lyrics, in this order; empty by default. The first source with
  /// lyrics ends the search. A source that fails is skipped.
  ///
  /// They are asked only while ``wantsLyrics`` is set, and only for the current entry, once it has
  /// begun to play and its media was inspected. Setting them again discards all results and open
  /// searches.
  public var lyricsSources: [any LyricsSource] {
    get { state.withLock(\.machine.lyricsSearch.sources) }
    set { turn { $0.machine.setLyricsSources(newValue, now: $1) } }
  }

  /// Whether lyrics are wanted; `false` by default. Asking a service for lyrics reveals the user's
  /// listening, so set this only while a view shows them.
  ///
  /// The lyrics are in ``QueuePlayerStatus/lyrics``. Setting `false` discards them.
  public var wantsLyrics: Bool {
    get { state.withLock(\.machine.lyricsSearch.areWanted) }
    set { turn { $0.machine.setWantsLyrics(newValue, now: $1) } }
  }

  func searchLyrics(
    _ id: LyricsSearchID,
    in sources: [any LyricsSource],
    for entry: QueueEntry
  ) {
    lyricsSearches.start(id, priority: .utility) { [weak self] in
      let lyrics = await sources.lyrics(of: entry.track, metadata: entry.metadata)
      self?.turn { $0.machine.foundLyrics(id, lyrics, now: $1) }
    }
  }
}

extension [any LyricsSource] {
  /// Returns the lyrics of the first source that has some.
  fileprivate func lyrics(of track: any Track, metadata: TrackMetadata) async -> Lyrics? {
    for source in self where !Task.isCancelled {
      let lyrics = try? await source.lyrics(of: track, metadata: metadata)
      if let lyrics, !lyrics.lines.isEmpty { return lyrics }
    }
    return nil
  }
}
