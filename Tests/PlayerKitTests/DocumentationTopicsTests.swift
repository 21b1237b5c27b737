import Foundation
import TestSupport
import Testing

@Suite("The documentation of PlayerKit", .tags(.local))
struct DocumentationTopicsTests {
  @Test("lists every public type of the module under exactly one topic")
  func topics() throws {
    let root = Fixture.repository.appending(path: "Sources/PlayerKit")
    let page = try String(
      contentsOf: root.appending(path: "PlayerKit.docc/PlayerKit.md"),
      encoding: .utf8
    )
    let listed = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.1) }
    var types: [String] = []
    let files = try #require(FileManager.default.enumerator(atPath: root.path))
    for case let file as String in files
    where file.hasSuffix(".swift") && file != "Deprecated.swift" {
      let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
      let found = source.matches(
        of: /(?m)^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
      )
      types += found.map { String($0.1) }
    }
    #expect(types.count > 100)
    #expect(Set(types).subtracting(listed).sorted() == [])
    #expect(Dictionary(grouping: listed) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}
