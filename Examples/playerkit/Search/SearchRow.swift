import PlayerKit

/// One result of a search: what is known of it, and what plays it.
struct SearchRow: Sendable, Hashable {
  var service: SearchService
  var type: SearchType
  var id: String
  var title: String?
  var artist: String?
  var album: String?
  var duration: Duration?
  var isrc: String?
  var isExplicit: Bool?
  var hasPreview: Bool?
  /// What `playerkit play` takes; `nil` where nothing can be played.
  var item: String?
  /// The same thing at each service that has it; empty where only one was asked.
  var services: [SearchRow] = []

  /// The row for people: what it is, then what to play.
  var text: String {
    let name = [title ?? id, artist].compactMap(\.self).joined(separator: " – ")
    let details = [
      album, duration.map(Self.clock), isExplicit == true ? "explicit" : nil,
      hasPreview == false ? "no preview" : nil,
      services.isEmpty ? nil : services.map(\.service.rawValue).joined(separator: "+"),
    ]
    let row = [name] + details.compactMap(\.self)
    return PrintableText.line(row.joined(separator: "  ·  ")) + "\t" + (item ?? "")
  }

  /// The row as an object.
  var json: String {
    var object = fields
    if !services.isEmpty {
      var merged = JSONObject()
      for row in services { merged.add(row.service.rawValue, row.fields) }
      object.add("services", merged)
    }
    return object.text
  }

  private var fields: JSONObject {
    var object = JSONObject()
    object.add("service", service.rawValue)
    object.add("type", type.rawValue)
    object.add("id", id)
    object.add("title", title)
    object.add("artist", artist)
    object.add("album", album)
    object.add("duration", duration)
    object.add("isrc", isrc)
    object.add("explicit", isExplicit)
    object.add("preview", hasPreview)
    object.add("item", item)
    return object
  }

  private static func clock(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    let rest = seconds % 60
    return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
