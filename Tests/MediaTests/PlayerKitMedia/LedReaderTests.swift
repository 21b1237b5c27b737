import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Servers that redirect requests, and a reader that keeps the target.
@Suite(.tags(.pure))
struct LedReaderTests {
  private var fed = HTTPReaderTests()

  init() {
    var limits = HTTPReader.Limits(firstWindow: 1_000, largestWindow: 1_000)
    limits.staysWhereLed = true
    limits.maximumExchanges = 10
    fed.reader = HTTPReader(limits: limits)
  }

  /// Answers the first part after some redirects, and returns the request for the next one.
  private mutating func begin(redirects: Int) throws -> (
    first: [HTTPReader.Action], next: HTTPReader.Request
  ) {
    let request = try fed.request(fed.reader.begin())
    #expect(request.maximumRedirects == 9)
    for _ in 0..<redirects { fed.reader.redirected(serial: request.serial) }
    let first = fed.serve(request)
    return (first, try fed.request(fed.read(1_000).2))
  }

  @Test("The next part is requested at the address of the first one")
  mutating func nextPartAsked() throws {
    let (first, next) = try begin(redirects: 3)
    #expect(first.contains(.stay))
    #expect(next.offset == 1_000)
    #expect(next.maximumRedirects == 10 - 4 - 1)
    #expect(!fed.serve(next).contains(.stay))
  }

  @Test("Each redirect counts as a request")
  mutating func eachRedirectCounts() throws {
    var (_, next) = try begin(redirects: 7)
    #expect(next.maximumRedirects == 1)
    _ = fed.serve(next)
    next = try fed.request(fed.read(1_000).2)
    #expect(next.maximumRedirects == 0)
    _ = fed.serve(next)
    #expect(fed.requests(fed.read(1_000).2).isEmpty)
    #expect(fed.reader.failure.map(HTTPFailure.isBound) == true)
  }

  @Test(
    "If that address refuses, the reader returns to the first address for good",
    arguments: [401, 403, 404, 410]
  )
  mutating func placeRefusesGoes(status: Int) throws {
    let (_, next) = try begin(redirects: 1)
    let back = fed.reader.received(
      MediaResponseHead(status: status) { _ in nil },
      serial: next.serial
    )
    #expect(back.contains(.goBack))
    let again = try fed.request(back)
    #expect(again.offset == 1_000)
    fed.reader.redirected(serial: again.serial)
    #expect(!fed.serve(again).contains(.stay))
    let last = try fed.request(fed.read(1_000).2)
    _ = fed.reader.received(MediaResponseHead(status: status) { _ in nil }, serial: last.serial)
    #expect(fed.reader.failure?.httpStatus == status)
  }

  @Test("A reader that plays repeats the redirect each time")
  mutating func readerPlaysGoes() throws {
    fed.reader = HTTPReader(limits: .init(firstWindow: 1_000, largestWindow: 1_000))
    let request = try fed.request(fed.reader.begin())
    fed.reader.redirected(serial: request.serial)
    #expect(request.maximumRedirects == 10)
    #expect(!fed.serve(request).contains(.stay))
  }
}
