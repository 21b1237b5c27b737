import Foundation
import TestSupport
import Testing

@Suite("The documentation of the products", .tags(.local))
struct DocumentationTopicsTests {
  /// The catalogs below a folder of the sources.
  private static func catalogs(in folder: URL) throws -> [URL] {
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    return files.compactMap { $0 as? String }.filter { $0.hasSuffix(".docc") }.sorted()
      .map { folder.appending(path: $0) }
  }

  @Test("lists every public type of a module under exactly one topic")
  func topics() throws {
    let catalogs = try Self.catalogs(in: Fixture.repository.appending(path: "Sources"))
    let declaration =
      /(?m)^(?:@\w+ )*public (?:final )?(?:struct|class|enum|protocol|actor|typealias) (\w+)/
    var count = 0
    for catalog in catalogs {
      let module = catalog.deletingPathExtension().lastPathComponent
      let root = catalog.deletingLastPathComponent()
      let page = try String(contentsOf: catalog.appending(path: module + ".md"), encoding: .utf8)
      let listed = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.1) }
      var types: [String] = []
      let files = try #require(FileManager.default.enumerator(atPath: root.path))
      for case let file as String in files
      where file.hasSuffix(".swift") && file != "Deprecated.swift" {
        let source = try String(contentsOf: root.appending(path: file), encoding: .utf8)
        types += source.matches(of: declaration).map { String($0.1) }
      }
      count += types.count
      #expect(Set(types).subtracting(listed).sorted() == [], "\(module)")
      let repeated = Dictionary(grouping: listed) { $0 }.filter { $0.value.count > 1 }
      #expect(repeated.keys.sorted() == [], "\(module)")
    }
    #expect(catalogs.count > 30)
    #expect(count > 500)
  }
}
