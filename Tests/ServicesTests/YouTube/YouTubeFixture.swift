import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import PlayerKitYouTube

/// Invented answers of the YouTube Data API.
enum YouTubeFixture {
  static let id = "aB3_-xyZ09k"

  static func list(_ kind: String, _ members: [String], next: String? = nil)
    -> HTTPTransportResponse
  {
    let token = next.map { #""nextPageToken":"\#($0)","# } ?? ""
    return .text(
      #"""
      {"kind":"youtube#\#(kind)ListResponse","etag":"e",\#(token)
      "pageInfo":{"totalResults":\#(members.count),"resultsPerPage":50},
      "items":[\#(members.joined(separator: ","))]}
      """#
    )
  }

  static func video(_ id: String = id, _ more: String = "") -> String {
    #"""
    {"kind":"youtube#video","id":"\#(id)","snippet":{"title":"The Example Band - Opening Night",
    "channelId":"UC0123456789012345678901","channelTitle":"Example Records","categoryId":"10",
    "liveBroadcastContent":"none","thumbnails":{
    "default":{"url":"https://i.example/120.jpg","width":120,"height":90},
    "high":{"url":"https://i.example/480.jpg","width":480,"height":360}}},
    "contentDetails":{"duration":"PT3M33S"},"status":{"embeddable":true}\#(more)}
    """#
  }

  static func result(_ id: String = id, title: String = "Salt &amp; Smoke") -> String {
    #"""
    {"kind":"youtube#searchResult","id":{"kind":"youtube#video","videoId":"\#(id)"},
    "snippet":{"title":"\#(title)","channelTitle":"R&amp;B Hall"}}
    """#
  }

  static func place(_ id: String) -> String {
    #"{"snippet":{"title":"T"},"contentDetails":{"videoId":"\#(id)"}}"#
  }

  /// An error with an old and a new reason.
  static func error(
    _ status: HTTPResponse.Status,
    _ reason: String,
    new: String = "",
    limit: String = ""
  ) -> HTTPTransportResponse {
    .text(
      #"""
      {"error":{"code":\#(status.code),"message":"in words",
      "errors":[{"message":"in words","domain":"global","reason":"\#(reason)"}],
      "details":[{"reason":"\#(new)","metadata":{"quota_limit":"\#(limit)"}}]}}
      """#,
      status: status
    )
  }

  static func client(_ transport: any HTTPTransport, key: String? = "a key") -> YouTubeClient {
    YouTubeClient(
      key: key,
      region: "de",
      configuration: .init(transport: transport, clock: ManualClock())
    )
  }
}
