import Foundation
import PlayerKitWebServer
import TestSupport
import Testing

@testable import PlayerKitPagePlayers
@testable import PlayerKitRemote

/// The message files of the two pages, against the HTML, the scripts, and each other.
@Suite("The languages of the pages", .tags(.pure))
struct PageMessagesTests {
  enum Page: CaseIterable {
    case remote, player

    var files: [String: [UInt8]] {
      switch self {
      case .remote: WebFiles.page
      case .player: WebFiles.playerPage
      }
    }

    func text(_ name: String) -> String {
      String(decoding: files[name] ?? [], as: UTF8.self)
    }

    var scripts: String {
      files.keys.filter { $0.hasSuffix(".js") }.sorted().map(text).joined(separator: "\n")
    }

    func messages(_ language: String) throws -> [String: Message] {
      try JSONDecoder().decode(
        [String: Message].self,
        from: Data(try #require(files[language + ".json"]))
      )
    }
  }

  /// A text, or its plural forms by category.
  struct Message: Decodable {
    var forms: [String: String]
    var isPlural: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        (forms, isPlural) = (["other": text], false)
      } else {
        (forms, isPlural) = (try container.decode([String: String].self), true)
      }
    }

    /// The names in braces. The singular may leave the count out.
    var places: Set<String> {
      Set(forms.values.flatMap { $0.matches(of: /\{(\w+)\}/).map { String($0.1) } })
    }
  }

  private static let languages = ["en", "de", "fr", "es", "ja"]

  /// The keys that HTML and scripts name, and the beginnings of keys that scripts compute.
  private func named(in page: Page) -> (keys: Set<String>, beginnings: Set<String>) {
    let html = page.text("index.html")
    let scripts = page.scripts
    let attributes = html.matches(of: /data-(?:text|label|placeholder)="([^"]+)"/)
    let calls = scripts.matches(of: /\bt\("([\w.]+)"[,)]/)
    let choices = scripts.matches(of: /\bt\([^()"]*(?:\([^()]*\)|=== "\w+")? \? "(\w+)" : "(\w+)"/)
    let beginnings = scripts.matches(of: /"([a-zA-Z]+\.)" \+/)
    return (
      Set(
        attributes.map { String($0.1) } + calls.map { String($0.1) }
          + choices.flatMap { [String($0.1), String($0.2)] }
      ),
      Set(beginnings.map { String($0.1) })
    )
  }

  @Test("every key in HTML and scripts has a message in each language", arguments: Page.allCases)
  func present(page: Page) throws {
    let (keys, beginnings) = named(in: page)
    #expect(keys.count > 20)
    for language in Self.languages {
      let messages = try page.messages(language)
      #expect(keys.subtracting(messages.keys).sorted() == [], "\(language)")
      for beginning in beginnings {
        #expect(messages.keys.contains { $0.hasPrefix(beginning) }, "\(language): \(beginning)")
      }
    }
  }

  @Test("no message is unused", arguments: Page.allCases)
  func used(page: Page) throws {
    let (keys, beginnings) = named(in: page)
    let scripts = page.scripts
    let unused = try page.messages("en").keys.filter { key in
      if keys.contains(key) || scripts.contains("\"\(key)\"") { return false }
      // Codes of errors come from the server. `PageErrorsTests` compares them.
      if page == .remote, key.hasPrefix("error.") { return false }
      // The last part of a computed key is in a script too.
      return !beginnings.contains { beginning in
        key.hasPrefix(beginning) && scripts.contains("\"\(key.dropFirst(beginning.count))\"")
      }
    }
    #expect(unused.sorted() == [])
  }

  @Test("all languages have the same keys, places and plurals", arguments: Page.allCases)
  func agree(page: Page) throws {
    let english = try page.messages("en")
    for language in Self.languages {
      let messages = try page.messages(language)
      #expect(Set(messages.keys) == Set(english.keys), "\(language)")
      for (key, message) in messages {
        #expect(message.places == english[key]?.places, "\(language): \(key)")
        #expect(message.isPlural == english[key]?.isPlural, "\(language): \(key)")
        #expect(message.forms["other"] != nil, "\(language): \(key)")
        #expect(message.forms.values.allSatisfy { !$0.isEmpty }, "\(language): \(key)")
      }
    }
  }

  @Test("the texts in the HTML are the English messages", arguments: Page.allCases)
  func html(page: Page) throws {
    let english = try page.messages("en")
    let html = page.text("index.html")
    for match in html.matches(of: /data-text="([^"]+)"[^>]*>([^<]*)</) {
      #expect(english[String(match.1)]?.forms["other"] == String(match.2))
    }
    for match in html.matches(of: /aria-label="([^"]+)"(?: data-label="([^"]+)")?/) {
      #expect(match.2.flatMap { english[String($0)]?.forms["other"] } == String(match.1))
    }
  }

  @Test("texts are in the message files, not in scripts", arguments: Page.allCases)
  func scripts(page: Page) {
    // A text has a space between words, or ends like a sentence.
    // What an SDK reports goes to the log.
    let text = /(?:Fault\(.*|fail\(.*)?"([A-Z][a-z’']+(?: [\w’']+)+[.…]?)"/
    let texts = page.scripts.matches(of: text).filter { $0.0.hasPrefix("\"") }
    #expect(texts.map { String($0.1) }.filter { $0 != "Apple Music" } == [])
  }

  @Test("style sheets name no left and no right side", arguments: Page.allCases)
  func sides(page: Page) {
    for (name, _) in page.files where name.hasSuffix(".css") {
      let sides = page.text(name).matches(
        of: /(?:margin|padding|border)-(?:left|right)|[{;]\s*(?:left|right):/
      )
      #expect(sides.map { String($0.0) } == [], "\(name)")
    }
  }
}
