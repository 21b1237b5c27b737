import Foundation
import PlayerKit

// Reads the elements in an item.
extension EpisodeDraft {
  typealias Frame = FeedBuilder.Frame

  /// Handles the start of an element.
  mutating func opened(_ frame: Frame) {
    func address(_ name: String) -> URL? {
      FeedAddress.url(frame.attributes[name], base: frame.base)
    }
    func number(_ name: String) -> Int? { FeedWords.number(frame.attributes[name]) }
    switch frame.key {
    case "enclosure": add(address("url"), frame, length: number("length"))
    case "media:content":
      let isOther = ["image", "document", "executable"].contains(frame.attributes["medium"])
      if !isOther {
        add(address("url"), frame, length: number("filesize"), bitRate: kilobits(frame))
      }
    case "atom:link", "link": link(frame, address("href"))
    case "itunes:image", "googleplay:image":
      made.image = address("href") ?? made.image
    case "media:thumbnail": made.image = made.image ?? address("url")
    case "podcast:chapters":
      made.chaptersFile = made.chaptersFile ?? address("url")
    case "podcast:transcript":
      guard let url = address("url") else { return }
      add(
        PodcastTranscript(
          url: url,
          type: frame.attributes["type"].flatMap { FeedWords.line($0, longest: 100) },
          language: frame.attributes["language"].flatMap { FeedWords.line($0, longest: 40) },
          relation: frame.attributes["rel"].flatMap { FeedWords.line($0, longest: 40) }
        )
      )
    case "podcast:alternateenclosure": beginAlternate(frame)
    case "podcast:source":
      guard var form = alternate, let url = address("uri") else { return }
      form.media.url = url
      form.media.type = type(frame.attributes["contenttype"]) ?? form.media.type
      add(form)
    case "psc:chapter": chapter(frame, address("href"), address("image"))
    default: break
    }
  }

  /// Handles the end of an element.
  mutating func closed(_ frame: Frame, _ text: String) {
    let line = FeedWords.line(text)
    switch frame.key {
    case "title", "atom:title", "itunes:title", "media:title", "dc:title":
      // RSS's own title takes precedence. `media:title` often names a picture.
      let isOwn = frame.key == "title" || frame.key == "atom:title"
      if isOwn || made.title == nil { made.title = line ?? made.title }
    case "guid", "atom:id", "dc:identifier":
      let guid = FeedWords.identity(text)
      if frame.key == "guid" || made.guid == nil {
        made.guid = guid ?? made.guid
      }
    case "link":
      link = FeedAddress.url(text, base: frame.base) ?? link
    case "pubdate", "atom:published", "dc:date", "atom:issued":
      let date = FeedDate.date(text)
      if frame.key == "pubdate" || made.published == nil {
        made.published = date ?? made.published
      }
    case "atom:updated", "atom:modified": updated = FeedDate.date(text)
    case "content:encoded", "atom:content": content = FeedWords.page(text) ?? content
    case "description": description = FeedWords.page(text) ?? description
    case "itunes:summary", "atom:summary", "googleplay:description":
      summary = FeedWords.page(text) ?? summary
    case "itunes:subtitle", "atom:subtitle": made.subtitle = line
    case "itunes:author", "author", "dc:creator", "atom:name", "googleplay:author":
      if frame.key == "itunes:author" || made.author == nil {
        made.author = line ?? made.author
      }
    case "itunes:duration":
      made.duration = FeedTime.duration(text) ?? made.duration
    case "itunes:explicit", "googleplay:explicit":
      made.isExplicit = FeedWords.flag(text) ?? made.isExplicit
    case "itunes:season", "podcast:season":
      made.season = FeedWords.number(text) ?? made.season
    case "itunes:episode", "podcast:episode":
      made.number = FeedWords.number(text) ?? made.number
    case "itunes:episodetype": made.kind = line?.lowercased()
    case "itunes:block": made.isBlocked = FeedWords.flag(text)
    case "itunes:image":
      made.image = made.image ?? FeedAddress.url(text, base: frame.base)
    case "podcast:person":
      if let person = PodcastPerson(frame, name: line) { add(person) }
    case "podcast:soundbite": soundbite(frame, line)
    case "podcast:alternateenclosure": alternate = nil
    default: break
    }
  }

  // MARK: - Media

  private func type(_ text: String?) -> String? {
    text.flatMap { FeedWords.line($0, longest: 100) }?.lowercased()
  }

  private func kilobits(_ frame: Frame) -> Int? {
    FeedWords.number(frame.attributes["bitrate"]).flatMap { $0 < 1_000_000 ? $0 * 1_000 : nil }
  }

  private mutating func add(_ url: URL?, _ frame: Frame, length: Int?, bitRate: Int? = nil) {
    guard let url else { return }
    add(
      EpisodeDraft.Form(
        media: PodcastMedia(
          url: url,
          type: type(frame.attributes["type"]),
          length: length.flatMap { $0 > 0 ? $0 : nil },
          bitRate: bitRate
        ),
        isMain: frame.key != "media:content"
      )
    )
  }

  private mutating func add(_ form: EpisodeDraft.Form) {
    guard forms.count < FeedBuilder.maximumParts else { return }
    forms.append(form)
  }

  private mutating func add(_ transcript: PodcastTranscript) {
    guard made.transcripts.count < FeedBuilder.maximumParts else { return }
    made.transcripts.append(transcript)
  }

  private mutating func add(_ person: PodcastPerson) {
    guard made.persons.count < FeedBuilder.maximumParts else { return }
    made.persons.append(person)
  }

  private mutating func link(_ frame: Frame, _ url: URL?) {
    guard let url else { return }
    switch frame.attributes["rel"]?.lowercased() ?? "alternate" {
    case "enclosure": add(url, frame, length: FeedWords.number(frame.attributes["length"]))
    case "alternate": link = link ?? url
    case "self", "via", "related": otherLink = otherLink ?? url
    default: break
    }
  }

  private mutating func beginAlternate(_ frame: Frame) {
    // Each source will add an address.
    let none = URL(filePath: "/")
    let bits = FeedWords.number(frame.attributes["bitrate"]?.prefix { $0 != "." }.description)
    alternate = EpisodeDraft.Form(
      media: PodcastMedia(
        url: none,
        type: type(frame.attributes["type"]),
        length: FeedWords.number(frame.attributes["length"]).flatMap { $0 > 0 ? $0 : nil },
        bitRate: bits,
        title: frame.attributes["title"].flatMap { FeedWords.line($0, longest: 200) }
      ),
      isMain: false,
      isDefault: FeedWords.flag(frame.attributes["default"] ?? "") == true
    )
  }

  // MARK: - Parts

  private mutating func chapter(_ frame: Frame, _ page: URL?, _ image: URL?) {
    guard made.chapters.count < FeedBuilder.maximumChapters,
      let start = frame.attributes["start"].flatMap(FeedTime.position)
    else { return }
    made.chapters.append(
      Chapter(
        title: frame.attributes["title"].flatMap { FeedWords.line($0, longest: 500) },
        start: start,
        link: page,
        artwork: image.map { Artwork($0) }
      )
    )
  }

  private mutating func soundbite(_ frame: Frame, _ title: String?) {
    let start = FeedTime.position(seconds: frame.attributes["starttime"].flatMap { Double($0) })
    let length = FeedTime.position(seconds: frame.attributes["duration"].flatMap { Double($0) })
    guard made.soundbites.count < FeedBuilder.maximumParts, let start, let length,
      length > .zero
    else { return }
    made.soundbites.append(
      PodcastSoundbite(start: start, duration: length, title: title)
    )
  }
}

extension PodcastPerson {
  /// Creates the person that an element names.
  init?(_ frame: FeedBuilder.Frame, name: String?) {
    guard let name else { return nil }
    self.init(
      name: name,
      role: frame.attributes["role"].flatMap { FeedWords.line($0, longest: 100) },
      group: frame.attributes["group"].flatMap { FeedWords.line($0, longest: 100) },
      image: FeedAddress.url(frame.attributes["img"], base: frame.base),
      page: FeedAddress.url(frame.attributes["href"], base: frame.base)
    )
  }
}

extension FeedWords {
  /// Returns a text of several lines; `nil` if it is empty.
  static func page(_ text: String) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// Returns an identifier: any text without surrounding white space. `nil` if it is empty.
  static func identity(_ text: String) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : String(trimmed.prefix(4_096))
  }
}
