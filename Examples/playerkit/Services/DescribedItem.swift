import Foundation
import PlayerKit
import PlayerKitInspection
import PlayerKitServices

/// The description of an item, from its service and its media.
struct DescribedItem {
  private let item: String
  private let metadata: TrackMetadata
  private let media: MediaInformation
  private let lyrics: Lyrics?
  private let clip: Clip?
  /// The reason why it can't be read.
  let error: PlayerError?

  /// - Parameters:
  ///   - item: The item as given.
  ///   - entry: The queue item for it.
  init(
    _ item: String,
    _ entry: QueueItem,
    services: MusicServices,
    inspector: MediaInspector
  ) async {
    self.item = ShownItem.text(item)
    let track = entry.track
    clip = entry.clip
    // After this call, the metadata of a page is known.
    let source = await Result<MediaSource, PlayerError> { () async throws(PlayerError) in
      try await services.media(of: track)
    }
    var stated = track.statedMetadata
    let mayTellMore = stated.title == nil || track.isWorthInspecting
    if mayTellMore, let known = await services.metadata(of: track) {
      stated = stated.filled(from: known)
    }
    do throws(PlayerError) {
      media = try await inspector.inspect(try source.get())
      error = nil
    } catch {
      media = MediaInformation()
      // Metadata of a service is shown even if its media is unavailable. Metadata from a list does
      // not count.
      let isOfService = !(track is URLTrack || track is FailedItem)
      self.error = isOfService && stated.title != nil ? nil : error
    }
    metadata = stated.filled(from: media.metadata)
    var lyrics = media.lyrics
    if error == nil {
      for source in services.lyricsSources where lyrics == nil {
        lyrics = try? await source.lyrics(of: track, metadata: metadata)
      }
    }
    self.lyrics = lyrics
  }

  /// The cover, or `nil` if there is none.
  var artwork: Artwork? { metadata.artwork }

  private var details: TrackDetails { metadata.details }

  /// The length of the clip, or of the whole track.
  private var duration: Duration? {
    guard let whole = media.duration, let clip else { return media.duration ?? metadata.duration }
    return clip.duration(in: whole)
  }

  /// The chapters of a whole file. A clip has none, because its times differ.
  private var chapters: [Chapter] { clip == nil ? metadata.chapters : [] }

  private func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension DescribedItem {
  /// The item as a JSON object.
  var json: String {
    var object = JSONObject()
    object.add("item", item)
    if let error {
      var failure = JSONObject()
      failure.add("code", error.code.rawValue)
      failure.add("message", error.message + KnownService.advice(error))
      object.add("error", failure)
      return object.text
    }
    addTags(to: &object)
    object.add("duration", duration)
    object.add("codec", media.codec)
    object.add("container", media.container)
    object.add("sampleRate", media.sampleRate)
    object.add("channels", media.channels)
    object.add("bitRate", media.bitRate)
    addGain(to: &object)
    if let padding = media.padding {
      var samples = JSONObject()
      samples.add("start", padding.start)
      samples.add("end", padding.end)
      object.add("padding", samples)
    }
    if !chapters.isEmpty { object.add("chapters", chapters.map(Self.object)) }
    let artwork = [artworkOfService].compactMap(\.self) + media.pictures.map(Self.object)
    if !artwork.isEmpty { object.add("artwork", artwork) }
    object.add("lyrics", lyrics != nil)
    return object.text
  }

  private func addTags(to object: inout JSONObject) {
    object.add("title", metadata.title)
    object.add("artist", metadata.artist)
    if !details.artists.isEmpty { object.add("artists", details.artists) }
    object.add("album", metadata.album)
    object.add("albumArtist", details.albumArtist)
    object.add("track", metadata.trackNumber)
    object.add("tracks", details.trackCount)
    object.add("disc", metadata.discNumber)
    object.add("discs", details.discCount)
    object.add("date", details.date)
    object.add("genre", joined(details.genres))
    object.add("composer", joined(details.composers))
    object.add("isrc", details.isrc)
    object.add("explicit", details.isExplicit)
    object.add("comment", details.comment)
    addMusicBrainz(to: &object)
  }

  private func addMusicBrainz(to object: inout JSONObject) {
    guard let known = details.musicBrainz else { return }
    var ids = JSONObject()
    ids.add("recording", known.recording)
    ids.add("track", known.track)
    ids.add("release", known.release)
    ids.add("releaseGroup", known.releaseGroup)
    if !known.artists.isEmpty { ids.add("artists", known.artists) }
    if !known.albumArtists.isEmpty { ids.add("albumArtists", known.albumArtists) }
    object.add("musicBrainz", ids)
  }

  private func addGain(to object: inout JSONObject) {
    guard media.gain != ReplayGain() else { return }
    var gain = JSONObject()
    gain.add("track", exactly: media.gain.track)
    gain.add("album", exactly: media.gain.album)
    gain.add("trackPeak", exactly: media.gain.trackPeak)
    gain.add("albumPeak", exactly: media.gain.albumPeak)
    object.add("replayGain", gain)
  }

  private static func object(_ chapter: Chapter) -> JSONObject {
    var object = JSONObject()
    object.add("start", chapter.start)
    object.add("end", chapter.end)
    object.add("title", chapter.title)
    return object
  }

  private static func object(_ picture: MediaInformation.Picture) -> JSONObject {
    var object = JSONObject()
    object.add("type", picture.mimeType)
    object.add("bytes", picture.byteCount)
    object.add("width", picture.width)
    object.add("height", picture.height)
    object.add("source", source(picture))
    return object
  }

  /// The cover from a service. Its format is unknown until it is loaded.
  private var artworkOfService: JSONObject? {
    source.map { source in
      var object = JSONObject()
      object.add("source", source)
      return object
    }
  }

  private var source: String? {
    guard let artwork, !media.pictures.contains(where: { $0.artwork == artwork }) else {
      return nil
    }
    if let key = artwork.key { return String(key.source.prefix { $0 != ":" }) }
    return artwork.url(atLeast: .max).map { ShownItem.text($0.absoluteString) }
  }

  private static func source(_ picture: MediaInformation.Picture) -> String {
    switch picture.place {
    case .embedded: picture.chapter == nil ? "embedded" : "chapter"
    case .file(let name): name
    @unknown default: "embedded"
    }
  }
}

extension DescribedItem {
  /// The item for people: a line for each known value.
  var text: String {
    let name = PrintableText.line(item)
    if let error {
      return "\(name)\n  \(PrintableText.line(error.description + KnownService.advice(error)))"
    }
    let lines = [
      ("title", metadata.title), ("artist", metadata.artist), ("album", metadata.album),
      ("album artist", details.albumArtist),
      ("track", Self.number(metadata.trackNumber, details.trackCount)),
      ("disc", Self.number(metadata.discNumber, details.discCount)), ("date", details.date),
      ("genre", joined(details.genres)), ("composer", joined(details.composers)),
      ("isrc", details.isrc), ("comment", details.comment), ("length", length),
      ("format", format), ("cover", media.pictures.first.map(Self.text) ?? source),
      ("chapters", chapters.isEmpty ? nil : "\(chapters.count)"),
      ("lyrics", lyrics.map { $0.isTimed ? "timed" : "untimed" }),
    ].compactMap { label, value in
      value.map { "  " + label.padding(toLength: 13, withPad: " ", startingAt: 0) + $0 }
    }
    return ([name] + lines.map(PrintableText.line)).joined(separator: "\n")
  }

  private var length: String? {
    duration.map { length in
      let seconds = Int(length.components.seconds)
      let rest = String(seconds % 60)
      return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest
    }
  }

  private var format: String? {
    let parts = [
      media.codec, media.container.flatMap { $0 == media.codec ? nil : $0 },
      media.sampleRate.map { "\($0) Hz" }, media.channels.map { "\($0) channels" },
      media.bitRate.map { "\($0 / 1_000) kbit/s" },
    ].compactMap(\.self)
    return joined(parts)
  }

  private static func number(_ number: Int?, _ count: Int?) -> String? {
    number.map { number in count.map { "\(number) of \($0)" } ?? "\(number)" }
  }

  private static func text(_ picture: MediaInformation.Picture) -> String {
    let size = picture.width.flatMap { width in picture.height.map { "\(width)×\($0)" } }
    return [picture.mimeType, size, "\(picture.byteCount) bytes"].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension Result where Failure == PlayerError {
  /// Makes the result of async work.
  fileprivate init(_ work: () async throws(PlayerError) -> Success) async {
    do throws(PlayerError) {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
