import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting

@testable import PlayerKitRadio

/// Invented answers, in the forms that Radio Browser documents.
enum RadioFixture {
  static let id = "960e57c5-0601-11e8-ae97-52543be04c81"
  static let other = "78012206-1aa1-11e9-a80b-52543be04c81"

  static func station(
    _ id: String = RadioFixture.id,
    name: String = "  Example\\tFM \\u0007 One ",
    url: String = "http://stream.example/listen.pls",
    resolved: String = "http://stream.example/live",
    _ more: String = ""
  ) -> String {
    #"""
    {"changeuuid":"3d8e9aba-0b1f-4a3a-a4e1-94d17b7ee4b8","stationuuid":"\#(id)","serveruuid":null,
    "name":"\#(name)","url":"\#(url)","url_resolved":"\#(resolved)","homepage":" http://example.org ",
    "favicon":"https://example.org/logo.png?v=2","tags":"jazz,blues, jazz ,,soul","country":"Examplia",
    "countrycode":"de","iso_3166_2":null,"state":"","language":"german,english",
    "languagecodes":"de,en","votes":12,"lastchangetime":"2020-01-09 18:16:35",
    "lastchangetime_iso8601":"2020-01-09T18:16:35Z","codec":"MP3","bitrate":128,"hls":0,
    "lastcheckok":1,"lastchecktime":"2020-01-09 18:16:35","clickcount":7,"clicktrend":-1,
    "ssl_error":0,"geo_lat":null,"geo_long":8.25,"has_extended_info":false\#(more)}
    """#
  }

  static let servers = HTTPTransportResponse.text(
    #"""
    [{"ip":"192.0.2.1","name":"de1.api.radio-browser.info"},
    {"ip":"2001:db8::1","name":"de1.api.radio-browser.info"},
    {"ip":"192.0.2.2","name":"fr1.api.radio-browser.info"},
    {"ip":"192.0.2.9","name":"api.evil.example"},{"ip":"192.0.2.9","name":"a@b.api.radio-browser.info"},
    {"name":null},7,{"ip":"192.0.2.3","name":"AT1.api.radio-browser.info"}]
    """#
  )

  static func client(
    _ transport: StubTransport,
    base: String? = nil,
    clock: ManualClock = ManualClock()
  ) -> RadioBrowserClient {
    RadioBrowserClient(
      userAgent: "Jukebox/1.2",
      configuration: ClientConfiguration(
        baseURL: base.flatMap { URL(string: $0) },
        transport: transport,
        clock: clock
      ),
      // The last is the first.
      mixed: { $0.reversed() }
    )
  }
}
