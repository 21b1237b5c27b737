import PlayerKit
import PlayerKitServices

/// One result of a search: its metadata, and the item that plays it.
struct SearchRow: Sendable, Hashable {
  var service: String
  var type: SearchType
  var entry: CatalogEntry
  /// The same result at each service that has it. Empty if only one service was searched.
  var services: [SearchRow] = []

  /// The row for people: its name, then the item to play.
  var text: String {
    let name = [entry.title ?? entry.link.id, entry.artist].compactMap(\.self).joined(
      separator: " – "
    )
    let details = [
      entry.album, entry.duration.map(Self.clock), entry.isExplicit == true ? "explicit" : nil,
      entry.hasPreview == false ? "no preview" : nil,
      services.isEmpty ? nil : services.map(\.service).joined(separator: "+"),
    ]
    let row = [name] + details.compactMap(\.self)
    return PrintableText.line(row.joined(separator: "  ·  ")) + "\t" + (entry.item ?? "")
  }

  /// The row as a JSON object.
  var json: String {
    var object = fields
    if !services.isEmpty {
      var merged = JSONObject()
      for row in services { merged.add(row.service, row.fields) }
      object.add("services", merged)
    }
    return object.text
  }

  private var fields: JSONObject {
    var object = JSONObject()
    object.add("service", service)
    object.add("type", type.rawValue)
    object.add("id", entry.link.id)
    object.add("title", entry.title)
    object.add("artist", entry.artist)
    object.add("album", entry.album)
    object.add("duration", entry.duration)
    object.add("isrc", entry.isrc)
    object.add("explicit", entry.isExplicit)
    object.add("preview", entry.hasPreview)
    object.add("item", entry.item)
    return object
  }

  private static func clock(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
