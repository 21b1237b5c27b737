extension QueuePlayer {
  /// Where words are looked for, in this order; at first nowhere. The first that has some is not
  /// followed by another. One that fails is passed over.
  ///
  /// They are asked only while ``wantsLyrics`` is set, for the current entry alone, once some of it
  /// was heard and its media was looked into. Set again: what was found and asked before is
  /// forgotten.
  public var lyricsSources: [any LyricsSource] {
    get { state.withLock(\.machine.lyricsSearch.sources) }
    set { turn { $0.machine.setLyricsSources(newValue, now: $1) } }
  }

  /// Whether somebody wants to see the words: at first not. A service learns what is listened to
  /// when it is asked for words. So set this only while a view shows them.
  ///
  /// They stand in ``QueuePlayerStatus/lyrics``. Set to false: they are forgotten.
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
  /// The words that the first of these has.
  fileprivate func lyrics(of track: any Track, metadata: TrackMetadata) async -> Lyrics? {
    for source in self where !Task.isCancelled {
      let lyrics = try? await source.lyrics(of: track, metadata: metadata)
      if let lyrics, !lyrics.lines.isEmpty { return lyrics }
    }
    return nil
  }
}
