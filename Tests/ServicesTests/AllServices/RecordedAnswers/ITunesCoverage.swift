import Foundation
import PlayerKitITunes
import PlayerKitServices

/// Finds data that the store's models keep without a property. They keep every field, so decoding
/// and encoding alone shows no loss.
enum ITunesCoverage {
  @Sendable static func losses(of results: ITunes.Results, in document: JSONValue) -> [Loss] {
    let known = Set(["resultCount", "results"])
    let unknown = (document.object ?? [:]).filter { !known.contains($0.key) }
    var losses = unknown.keys.map { Loss(form: .path, path: ".\($0)") }
    if let count = document["resultCount"], count.int != results.resultCount {
      losses.append(Loss(form: .value, path: ".resultCount"))
    }
    for item in results.items {
      switch item {
      case .song(let song): losses += self.losses(of: song, .song)
      case .musicVideo(let video): losses += self.losses(of: video, .musicVideo)
      case .collection(let collection): losses += self.losses(of: collection, .collection)
      case .artist(let artist): losses += self.losses(of: artist, .artist)
      case .other(let other): losses += self.losses(of: other, .other)
      }
    }
    return unique(losses)
  }

  private static func losses<Record: ITunes.Record>(
    of record: Record,
    _ properties: RecordProperties<Record>
  ) -> [Loss] {
    record.fields.compactMap { name, value in
      let path = ".results[].\(name)"
      // The service writes an empty text or a zero for "none".
      let isNone = [.null, "", 0].contains(value)
      if !isNone, properties.show(name, value) { return nil }
      guard properties.read(name) else { return Loss(form: .path, path: path) }
      return isNone ? nil : Loss(form: .value, path: path)
    }
  }

  @Sendable static func losses(of tree: ITunes.GenreTree, in document: JSONValue) -> [Loss] {
    var count = 0
    var losses = self.losses(of: tree, in: document, at: "", count: &count)
    if count != tree.all.count {
      losses.append(Loss(form: .count, path: ": \(count) → \(tree.all.count)"))
    }
    return unique(losses)
  }

  private static func losses(
    of tree: ITunes.GenreTree,
    in members: JSONValue,
    at path: String,
    count: inout Int
  ) -> [Loss] {
    guard let members = members.object else { return [Loss(form: .value, path: path)] }
    var losses: [Loss] = []
    for (id, json) in members {
      guard let fields = json.object, let genre = tree[id] else {
        losses.append(Loss(form: .member, path: "\(path).\(id)"))
        continue
      }
      count += 1
      for (name, value) in fields {
        let path = "\(path).*.\(name)"
        switch ITunes.Genre.Field(rawValue: name) {
        case .some where value == .null: break
        case .id where value == .string(genre.id) || value.int.map(String.init) == genre.id: break
        case .name where value == .string(genre.name): break
        case .url where value.string == genre.url?.absoluteString: break
        case .id, .name, .url: losses.append(Loss(form: .value, path: path))
        case .rssUrls: losses += self.losses(of: genre.rssURLs, in: value, at: path)
        case .chartUrls: losses += self.losses(of: genre.chartURLs, in: value, at: path)
        case .subgenres: losses += self.losses(of: tree, in: value, at: path, count: &count)
        case nil: losses.append(Loss(form: .path, path: path))
        }
      }
    }
    return losses
  }

  private static func losses(
    of property: [String: String],
    in value: JSONValue,
    at path: String
  ) -> [Loss] {
    guard let members = value.object else { return [Loss(form: .value, path: path)] }
    let lost = members.filter { $0.value != .null && $0.value.string != property[$0.key] }
    let unread = members.filter { $0.value != .null && $0.value.string == nil }
    return lost.merging(unread) { $1 }.keys.map { Loss(form: .path, path: "\(path).\($0)") }
  }

  private static func unique(_ losses: [Loss]) -> [Loss] {
    Set(losses).sorted { $0.description < $1.description }
  }
}
