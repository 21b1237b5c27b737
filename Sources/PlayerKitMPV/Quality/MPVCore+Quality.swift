import PlayerKit

/// The known formats at both ends.
struct FormatWatch: Sendable {
  /// The format with which the output was last opened.
  var output: SoundFormat.Samples?
  /// The format options that libmpv got for the output.
  var options: [String: String] = [:]
  /// The native format of the device, if the system reports it.
  var device: DeviceFormat?
  /// The last reported format and its load.
  var told: (load: LoadID, format: SoundFormat)?
  /// The next entry, while it waits to be compared with the current track.
  var nextFormat: MPVCore.NextFormat?
  /// Whether there may be a change to report.
  var isDue = false
}

// The output rate of an entry, which libmpv uses to end it and to seek.
extension MPVCore {
  /// Returns the sample rate of an entry at the output.
  func sampleRate(of entry: PlaylistEntryID?) -> Int {
    let own = entry.flatMap { playlist[$0]?.format?.rate }
    let opened = formats.output?.rate
    return switch configuration.outputQuality {
    case .fixed(let rate): rate
    case .device: opened ?? formats.device?.rate ?? own ?? MPVEngine.Configuration.commonRate
    case .source: own ?? opened ?? MPVEngine.Configuration.commonRate
    }
  }

  /// Whether the output has two channels for any track.
  var isStereo: Bool {
    switch configuration.outputQuality {
    case .fixed: true
    case .device: formats.device.map { $0.channels == 2 } ?? true
    case .source: false
    }
  }

  /// Records the audio format that an opened entry declares, before anything is decoded.
  func recordFormat() {
    guard let entry = playingEntry else { return }
    playlist[entry]?.format = EntryFormat(handle.audioTrack)
    compareNextFormat()
  }

  /// To convert between two rates, libswresample computes with the input's bits. With 16 bits at
  /// both ends, it would round without dither. This filter makes it start with floats. The device's
  /// format is known once the output was open.
  func precisionFilter(of entry: PlaylistEntryID, _ record: PlaylistEntry) -> String? {
    let isSixteenBits =
      configuration.isSixteenBits || formats.output?.encoding == .integer(bits: 16)
    guard configuration.dithers, isSixteenBits, let rate = record.format?.rate,
      rate != sampleRate(of: entry)
    else { return nil }
    return "aformat=sample_fmts=fltp"
  }

  /// Returns whether the entry may be part of an overlap. Overlaps are rendered as stereo and must
  /// match the output's rate and channels.
  func mayOverlap(_ entry: PlaylistEntryID?) -> Bool {
    switch configuration.outputQuality {
    case .fixed: true
    case .device: entry.flatMap { playlist[$0]?.format?.channels }.map { $0 <= 2 } ?? false
    case .source: entry.flatMap { playlist[$0]?.format?.channels } == 2
    }
  }
}

// Reports of the formats.
extension MPVCore {
  static let outputFormat = "audio-out-params"
  static let sourceFormat = "audio-params"

  /// Called when the output was opened or closed.
  func outputFormatChanged(to value: MPVValue) {
    formats.isDue = true
    guard let new = SoundFormat.Samples(value), new != formats.output else { return }
    let old = formats.output
    formats.output = new
    guard case .source = configuration.outputQuality, let old, !old.isOpenedAs(new) else { return }
    configuration.onNotice(.reopened(new))
  }

  /// Reports the format of the audible load, if it changed.
  func reportFormat() {
    guard formats.isDue, let entry = active, let record = playlist[entry] else { return }
    // An overlap counts as a part of the second track.
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
    let bits = SoundFormat.Encoding.bits(codec: codec, head: registry.stream(of: entry)?.flacBits)
    guard var source = SoundFormat.Samples(handle.get(Self.sourceFormat), bits: bits),
      let output = SoundFormat.Samples(handle.get(Self.outputFormat))
    else { return nil }
    // Codecs that pad their samples to 32 bits do not reveal how many bits they use.
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
  /// libmpv's description of the audio track of open media; `none` if there is none.
  var audioTrack: MPVValue {
    guard case .array(let tracks) = get("track-list") else { return .none }
    let audio = tracks.filter { $0["type"] == .string("audio") }
    return audio.first { $0["default"] == .flag(true) } ?? audio.first ?? .none
  }
}
