import HTTPTypes
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting

/// Invented answers of the Deezer API.
enum DeezerFixture {
  static func track(_ id: Int, _ more: String = "") -> String {
    #"""
    {"id":\#(id),"readable":true,"title":"Opening Night","title_short":"Opening Night",
    "title_version":"","duration":213,"rank":760033,"explicit_lyrics":false,
    "preview":"https://p.example/\#(id).mp3?hdnea=exp=1767225700~acl=/a~hmac=0","type":"track",
    "artist":{"id":27,"name":"The Example Band","picture_medium":"https://i.example/250.jpg",
    "type":"artist"},"album":{"id":302127,"title":"Second Example","type":"album"}\#(more)}
    """#
  }

  static func artist(_ id: Int) -> String {
    #"{"id":\#(id),"name":"Artist \#(id)","nb_fan":5,"radio":true,"type":"artist"}"#
  }

  static func list(_ members: [String], total: Int? = nil, next: String? = nil) -> String {
    var text = #"{"data":[\#(members.joined(separator: ","))]"#
    if let total { text += #","total":\#(total)"# }
    if let next { text += #","next":"\#(next)""# }
    return text + "}"
  }

  static func error(_ code: Int, _ type: String = "DataException") -> HTTPTransportResponse {
    .text(#"{"error":{"type":"\#(type)","message":"in words","code":\#(code)}}"#)
  }
}
