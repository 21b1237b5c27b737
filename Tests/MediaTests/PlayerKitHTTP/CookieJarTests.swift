import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("The cookies of a load", .tags(.pure))
struct CookieJarTests {
  private let jar = CookieJar()
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func take(_ texts: String..., from address: String = "http://h/a/b") throws {
    var fields = HTTPFields()
    for text in texts { fields.append(HTTPField(name: .setCookie, value: text)) }
    jar.take(fields, from: try #require(URL(string: address)), at: now)
  }

  private func field(_ address: String, after seconds: Double = 0) throws -> String? {
    jar.field(for: try #require(URL(string: address)), at: now + seconds)
  }

  @Test("go back only to the origin that set them")
  func origin() throws {
    try take("hdnea=st=1~exp=2; path=/; HttpOnly; Domain=.h", "b=2")
    #expect(try field("http://h/x") == "hdnea=st=1~exp=2")
    #expect(try field("http://H:80/a/x") == "b=2; hdnea=st=1~exp=2")
    for other in ["https://h/", "http://h:81/", "http://a.h/", "http://h.example/"] {
      #expect(try field(other) == nil)
    }
  }

  @Test("end at their time, and are replaced by cookies of the same name")
  func time() throws {
    try take(
      "a=1; Max-Age=60",
      "b=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
      "c=1",
      from: "http://h/"
    )
    #expect(try field("http://h/", after: 59) == "a=1; c=1")
    #expect(try field("http://h/", after: 61) == "c=1")
    try take("c=2", "a=; Max-Age=0", from: "http://h/")
    #expect(try field("http://h/") == "c=2")
  }

  @Test("are bounded, and invalid ones are dropped")
  func bounds() throws {
    try take("", "=x", "a", "s=1; Secure", "l=" + String(repeating: "x", count: 5_000), "ü=ö")
    #expect(try field("http://h/a/b") == nil)
    for number in 0..<300 { try take("n\(number)=" + String(repeating: "x", count: 1_000)) }
    let field = try #require(try field("http://h/a/b"))
    #expect(field.utf8.count <= 8 << 10)
  }
}
