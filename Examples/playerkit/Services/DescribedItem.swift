import Foundation
import MediaInspection
import PlayerKit

/// What is known of an item: what its service says, and what its media holds.
struct DescribedItem {
  private let item: String
  private let metadata: TrackMetadata
  private let media: MediaInformation
  /// Why nothing is known.
  let error: PlayerError?

  init(_ track: any Track, services: Services, inspector: MediaInspector) async {
    item = ShownItem.text(track.id)
    var stated = track.statedMetadata
    if stated.title == nil, let known = await services.metadata(of: track) {
      stated = stated.filled(from: known)
    }
    do throws(PlayerError) {
      media = try await inspector.inspect(try await services.source(of: track))
      metadata = stated.filled(from: media.metadata)
      error = nil
    } catch {
      media = MediaInformation()
      metadata = stated
      // What a service says is worth telling, also where its media can't be had.
      self.error = stated.title == nil || track is FailedItem ? error : nil
    }
  }

  /// The cover; `nil` where it has none.
  var artwork: Artwork? { metadata.artwork }

  private var details: TrackDetails { metadata.details }

  private func joined(_ values: [String]) -> String? {
    values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension DescribedItem {
  /// The item as an object.
  var json: String {
    var object = JSONObject()
    object.add("item", item)
    if let error {
      var failure = JSONObject()
      failure.add("code", error.code.rawValue)
      failure.add("message", error.message)
      object.add("error", failure)
      return object.text
    }
    addTags(to: &object)
    object.add("duration", media.duration ?? metadata.duration)
    object.add("codec", media.codec)
    object.add("container", media.container)
    object.add("sampleRate", media.sampleRate)
    object.add("channels", media.channels)
    object.add("bitRate", media.bitRate)
    addGain(to: &object)
    if !metadata.chapters.isEmpty { object.add("chapters", metadata.chapters.map(Self.object)) }
    if !media.pictures.isEmpty { object.add("artwork", media.pictures.map(Self.object)) }
    object.add("lyrics", media.lyrics != nil)
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
    object.add("comment", details.comment)
  }

  private func addGain(to object: inout JSONObject) {
    guard media.gain != MediaInformation.Gain() else { return }
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

  private static func source(_ picture: MediaInformation.Picture) -> String {
    switch picture.place {
    case .embedded: picture.chapter == nil ? "embedded" : "chapter"
    case .file(let name): name
    @unknown default: "embedded"
    }
  }
}

extension DescribedItem {
  /// The item for people: a line for each thing that is known.
  var text: String {
    let name = PrintableText.line(item)
    if let error { return "\(name)\n  \(PrintableText.line(error.description))" }
    let lines = [
      ("title", metadata.title), ("artist", metadata.artist), ("album", metadata.album),
      ("album artist", details.albumArtist),
      ("track", Self.number(metadata.trackNumber, details.trackCount)),
      ("disc", Self.number(metadata.discNumber, details.discCount)), ("date", details.date),
      ("genre", joined(details.genres)), ("composer", joined(details.composers)),
      ("isrc", details.isrc), ("comment", details.comment), ("length", length),
      ("format", format), ("cover", media.pictures.first.map(Self.text)),
      ("chapters", metadata.chapters.isEmpty ? nil : "\(metadata.chapters.count)"),
      ("lyrics", media.lyrics.map { $0.isTimed ? "timed" : "untimed" }),
    ].compactMap { label, value in
      value.map { "  " + label.padding(toLength: 13, withPad: " ", startingAt: 0) + $0 }
    }
    return ([name] + lines.map(PrintableText.line)).joined(separator: "\n")
  }

  private var length: String? {
    (media.duration ?? metadata.duration).map { length in
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
