import PlayerKit

/// What is known of the formats at both ends.
struct FormatWatch: Sendable {
  /// What the output was opened with last.
  var output: SoundFormat.Samples?
  /// What libmpv was told of the format to open the output with.
  var options: [String: String] = [:]
  /// What the device has by its own, where the system tells.
  var device: DeviceFormat?
  /// What was told last, of which load.
  var told: (load: LoadID, format: SoundFormat)?
  /// What follows, and waits for the current track to be compared with.
  var nextFormat: MPVCore.NextFormat?
  /// Whether there may be something new.
  var isDue = false
}

// The rate at which an entry is heard, by which libmpv ends it and goes to places.
extension MPVCore {
  /// Samples per second of an entry at the output.
  func sampleRate(of entry: PlaylistEntryID?) -> Int {
    let own = entry.flatMap { playlist[$0]?.format?.rate }
    let opened = formats.output?.rate
    return switch configuration.outputQuality {
    case .fixed(let rate): rate
    case .device: opened ?? formats.device?.rate ?? own ?? MPVEngine.Configuration.commonRate
    case .source: own ?? opened ?? MPVEngine.Configuration.commonRate
    }
  }

  /// Whether the output has two channels whatever a track has.
  var isStereo: Bool {
    switch configuration.outputQuality {
    case .fixed: true
    case .device: formats.device.map { $0.channels == 2 } ?? true
    case .source: false
    }
  }

  /// An entry is open, and nothing of it is decoded: notes what it says of its sound.
  func recordFormat() {
    guard let entry = playingEntry else { return }
    playlist[entry]?.format = EntryFormat(handle.audioTrack)
    compareNextFormat()
  }

  /// Between two rates libswresample works with as many bits as go in. With 16 at both ends it would round without
  /// dither. This filter has it begin with floats. What a device takes is known once the output was open.
  func precisionFilter(of entry: PlaylistEntryID, _ record: PlaylistEntry) -> String? {
    let isSixteenBits =
      configuration.isSixteenBits || formats.output?.encoding == .integer(bits: 16)
    guard configuration.dithers, isSixteenBits, let rate = record.format?.rate,
      rate != sampleRate(of: entry)
    else { return nil }
    return "aformat=sample_fmts=fltp"
  }

  /// Whether the entry may be part of an overlap. Overlaps are rendered as stereo, and have to fit the rate and the
  /// channels that the output has.
  func mayOverlap(_ entry: PlaylistEntryID?) -> Bool {
    switch configuration.outputQuality {
    case .fixed: true
    case .device: entry.flatMap { playlist[$0]?.format?.channels }.map { $0 <= 2 } ?? false
    case .source: entry.flatMap { playlist[$0]?.format?.channels } == 2
    }
  }
}

// What is told about it.
extension MPVCore {
  static let outputFormat = "audio-out-params"
  static let sourceFormat = "audio-params"

  /// The output was opened, or closed.
  func outputFormatChanged(to value: MPVValue) {
    formats.isDue = true
    guard let new = SoundFormat.Samples(value), new != formats.output else { return }
    let old = formats.output
    formats.output = new
    guard case .source = configuration.outputQuality, let old, !old.isOpenedAs(new) else { return }
    configuration.onNotice(.reopened(new))
  }

  /// Tells what is done to the sound of the load that is heard, where that is news.
  func reportFormat() {
    guard formats.isDue, let entry = active, let record = playlist[entry] else { return }
    // An overlap is a part of the second track.
    let heard = machine.current.flatMap { $0.entry == entry ? loads[$0.id] : nil }
    guard let load = record.load ?? heard,
      machine.isHeard(load.id), playingEntry == entry, let facts = formatFacts(of: entry, record)
    else { return }
    formats.isDue = false
    let format = facts.format
    guard formats.told?.load != load.id || formats.told?.format != format else { return }
    formats.told = (load.id, format)
    load.onReport(.format(format))
  }

  private func formatFacts(of entry: PlaylistEntryID, _ record: PlaylistEntry) -> FormatFacts? {
    let codec = handle.get("audio-codec-name").text
    let bits = SampleDepth.bits(codec: codec, head: registry.stream(of: entry)?.flacBits)
    guard var source = SoundFormat.Samples(handle.get(Self.sourceFormat), bits: bits),
      let output = SoundFormat.Samples(handle.get(Self.outputFormat))
    else { return nil }
    // Of those that fill up their bits it is not known how many they use.
    if source.encoding == .integer(bits: 32), bits == nil { source.encoding = nil }
    let isCut =
      source.rate != output.rate && source.encoding == .integer(bits: 16) && !record.isPrecise
    let device = handle.get("audio-device").text
    return FormatFacts(
      codec: codec,
      source: source,
      output: output,
      device: device == "auto" ? outputName : device,
      settings: machine.output,
      isLeveled: record.isLeveled,
      isProcessed: !sound.filters.isEmpty,
      isMixed: record.load == nil,
      dithers: configuration.dithers && !isCut
    )
  }
}

extension MPVHandle {
  /// libmpv's words about the audio of an open media; `none` where it has none.
  var audioTrack: MPVValue {
    guard case .array(let tracks) = get("track-list") else { return .none }
    let audio = tracks.filter { $0["type"] == .string("audio") }
    return audio.first { $0["default"] == .flag(true) } ?? audio.first ?? .none
  }
}
