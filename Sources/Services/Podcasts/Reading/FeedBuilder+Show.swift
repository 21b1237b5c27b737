import Foundation
import PlayerKit
import PlayerKitServices

// Reads the elements outside of the items.
extension FeedBuilder {
  func openedInShow(_ frame: Frame) {
    func address(_ name: String) -> URL? {
      FeedAddress.url(frame.attributes[name], base: frame.base)
    }
    switch frame.key {
    case "atom:link", "link":
      guard let url = address("href") else { return }
      switch frame.attributes["rel"]?.lowercased() ?? "alternate" {
      case "next": feed.nextPage = feed.nextPage ?? url
      case "first": feed.firstPage = feed.firstPage ?? url
      case "alternate": feed.page = feed.page ?? url
      default: break
      }
    case "itunes:image", "googleplay:image": feed.image = address("href") ?? feed.image
    case "itunes:category", "googleplay:category", "atom:category":
      let text = frame.attributes["text"] ?? frame.attributes["term"] ?? ""
      guard feed.categories.count < Self.maximumParts,
        let name = FeedWords.line(text, longest: 200),
        !feed.categories.contains(name)
      else { return }
      feed.categories.append(name)
    default: break
    }
  }

  func closedInShow(_ frame: Frame, _ text: String) {
    let line = FeedWords.line(text)
    let isInPicture = frames.last?.key == "image"
    switch frame.key {
    case "title", "atom:title", "itunes:title", "dc:title":
      let isOwn = frame.key == "title" || frame.key == "atom:title"
      if !isInPicture, isOwn || feed.title == nil { feed.title = line ?? feed.title }
    case "link":
      if !isInPicture { feed.page = FeedAddress.url(text, base: frame.base) ?? feed.page }
    case "url":
      if isInPicture { feed.image = feed.image ?? FeedAddress.url(text, base: frame.base) }
    case "atom:logo", "itunes:image":
      feed.image = feed.image ?? FeedAddress.url(text, base: frame.base)
    case "description", "atom:subtitle": feed.summary = FeedWords.page(text) ?? feed.summary
    case "itunes:summary", "googleplay:description":
      feed.summary = feed.summary ?? FeedWords.page(text)
    case "itunes:author", "googleplay:author", "author", "dc:creator", "atom:name":
      if frame.key == "itunes:author" || feed.author == nil { feed.author = line ?? feed.author }
    case "language", "dc:language": feed.language = feed.language ?? line
    case "itunes:explicit", "googleplay:explicit":
      feed.isExplicit = FeedWords.flag(text) ?? feed.isExplicit
    case "itunes:type": feed.kind = line?.lowercased()
    case "itunes:complete": feed.isComplete = FeedWords.flag(text)
    case "itunes:block": feed.isBlocked = FeedWords.flag(text)
    case "podcast:locked": feed.isLocked = FeedWords.flag(text)
    case "podcast:guid": feed.guid = FeedWords.identity(text)
    case "podcast:medium": feed.medium = line?.lowercased()
    case "itunes:new-feed-url", "newlocation":
      feed.newAddress = FeedAddress.url(text, base: frame.base) ?? feed.newAddress
    case "podcast:person":
      if feed.persons.count < Self.maximumParts, let person = PodcastPerson(frame, name: line) {
        feed.persons.append(person)
      }
    default: break
    }
  }
}

extension PodcastFeed {
  static var noFeed: CatalogError {
    CatalogError(.malformedReply, "This is not a feed. Check the address.", service: .podcasts)
  }

  static var tooLarge: CatalogError {
    CatalogError(
      .replyTooLarge,
      "The feed is larger than \(largestSize >> 20) MiB.",
      service: .podcasts
    )
  }
}
