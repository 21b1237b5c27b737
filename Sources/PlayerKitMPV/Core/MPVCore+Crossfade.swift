import PlayerKit
import PlayerKitMedia

// Crossfades between two tracks.
extension MPVCore {
  /// Returns how a load may follow the current one.
  ///
  /// It is not crossfaded if it continues the current album, starts too deep in its media, or if
  /// either source forbids mixing.
  func joint(of load: EngineLoad, to current: LoadID) -> NextItem.Joint {
    guard (load.clip?.start ?? .zero) <= PlayableRange.latestGaplessStart(of: load.source) else {
      return .apart
    }
    guard !load.album.continuesPrevious,
      load.source.allowsCrossfade, loads[current]?.source.allowsCrossfade != false,
      OverlapRules.longest(into: load.clip, of: load.source) >= Overlap.Plan.shortest
    else { return .gapless }
    return .overlapping(isRenderedLate(load, after: current) ? .late : .early)
  }

  /// Returns whether the overlap with the load is rendered only shortly before it.
  ///
  /// Over a network, rendering early could waste data, and rendering late lets the MP3 frames be
  /// known. An output file is written faster than real time, so there it is rendered at once.
  private func isRenderedLate(_ load: EngineLoad, after current: LoadID) -> Bool {
    if case .pcm = configuration.output { return false }
    return load.source.isRemote || loads[current]?.source.isRemote == true
  }

  func render(_ bridge: PlaylistEntryID, tail: LoadID, head: LoadID, _ plan: Overlap.Plan) {
    let playing = machine.current.map { $0.body ?? $0.entry }
    guard let tail = loads[tail], let head = loads[head], isNextBounded, mayOverlap(playing) else {
      return rendered(bridge, nil)
    }
    let renderer = OverlapRenderer(
      tail: .init(tail, mp3: playingMP3(of: tail.id)),
      head: .init(head),
      plan: plan,
      loudness: loudness,
      sampleRate: sampleRate(of: playing),
      demand: .init(configuration.outputQuality),
      sources: sources,
      begun: now,
      speed: pace,
      clock: configuration.clock,
      cancellation: OverlapCancellation()
    )
    renderings.start(bridge, renderer) { [self] result in
      submit { $0.rendered(bridge, result) }
    }
  }

  /// How fast playback approaches its end in real time; 0 during a pause and for an output file.
  private var pace: Double {
    if case .pcm = configuration.output { return 0 }
    return machine.shallPause ? 0 : max(machine.output.rate, 1)
  }

  /// `false` if the source opened ahead for the next load can't be crossfaded, such as a live
  /// stream. It must not be opened twice.
  private var isNextBounded: Bool {
    machine.next.flatMap { registry.isBoundedAhead($0.slot.entry) } ?? true
  }

  func cancelRendering(_ bridge: PlaylistEntryID) {
    renderings.cancel(bridge)
    perform(.close(bridge))
  }

  /// Skips the start of an unopened entry. HTTP media would have to be read up to there, so the
  /// bytes that were kept from rendering are used instead.
  func trim(_ entry: PlaylistEntryID, by length: Duration) {
    playlist[entry]?.trim = length
    guard let source = playlist[entry]?.load?.source,
      sources.countOfFirstBytes(of: source) > HTTPReader.Limits().firstWindow
    else { return }
    registry.replace(sources.open(source), of: entry)
  }

  private func rendered(_ bridge: PlaylistEntryID, _ result: (Overlap.Rendered, wav: [UInt8])?) {
    if let result {
      registry.add(bridge, source: MemoryByteSource(result.wav))
      playlist.open(bridge, .bridge)
    }
    let reading = reading()
    run { $0.rendered(bridge, result?.0, reading) }
  }
}

extension OverlapRenderer.Part {
  fileprivate init(_ load: EngineLoad, mp3: MP3Tail.Track? = nil) {
    self.init(source: load.source, clip: load.clip, isInAlbum: load.album.isInOrder, mp3: mp3)
  }
}
