import HTTPTypes
import PlayerKitSystem

/// The cookies that servers set while one resource is loaded. Each cookie is sent only to the
/// origin (scheme, host, port) that set it, regardless of its domain.
///
/// The number is limited. It may be used on any thread.
package final class CookieJar: Sendable {
  private struct Cookie {
    let origin: URL
    let path: String
    let name: String
    let value: String
    let expiration: Date?
  }

  private static let maximumCount = 100
  private static let maximumBytes = 4 << 10

  private let cookies = Locked<[Cookie]>([])

  package init() {}

  /// Stores the cookies of a response.
  package func take(_ fields: HTTPFields, from url: URL, at now: Date = Date()) {
    let given = fields[values: .setCookie].prefix(Self.maximumCount)
      .compactMap { Self.cookie($0, url, now) }
    guard !given.isEmpty else { return }
    cookies.withLock { cookies in
      for cookie in given {
        cookies.removeAll {
          $0.name == cookie.name && $0.path == cookie.path && $0.origin.hasSameOrigin(as: url)
        }
        if cookie.expiration.map({ $0 > now }) ?? true { cookies.append(cookie) }
      }
      cookies.removeFirst(max(0, cookies.count - Self.maximumCount))
    }
  }

  /// Returns the `Cookie` value for a request; `nil` if there is none. Longer paths come first. If
  /// there are too many cookies, the last ones are left out.
  package func field(for url: URL, at now: Date = Date()) -> String? {
    let path = Self.path(of: url)
    let fitting = cookies.withLock { $0 }.filter { cookie in
      cookie.origin.hasSameOrigin(as: url) && Self.contains(cookie.path, path)
        && (cookie.expiration.map { $0 > now } ?? true)
    }
    let sorted = fitting.enumerated().sorted {
      ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
    }
    var field = ""
    for (_, cookie) in sorted {
      let text = "\(cookie.name)=\(cookie.value)"
      guard field.utf8.count + text.utf8.count < Self.maximumBytes * 2 else { break }
      field += (field.isEmpty ? "" : "; ") + text
    }
    return field.isEmpty ? nil : field
  }

  /// Parses `name=value; Path=/; Max-Age=60`.
  private static func cookie(_ text: String, _ url: URL, _ now: Date) -> Cookie? {
    guard text.utf8.count <= maximumBytes else { return nil }
    let parts = text.split(separator: ";").map { pair($0) }
    guard let (name, value) = parts.first, let value, !name.isEmpty,
      (name + value).utf8.allSatisfy({ (0x21...0x7E).contains($0) || $0 == 0x20 })
    else { return nil }
    var path: String?
    var expiration: Date?
    var isAgeKnown = false
    for (name, value) in parts.dropFirst() {
      switch name.lowercased() {
      case "path": path = value.flatMap { $0.hasPrefix("/") ? $0 : nil }
      case "max-age":
        guard let seconds = value.flatMap({ Int64($0) }) else { continue }
        isAgeKnown = true
        expiration = now + Double(max(seconds, 0))
      case "expires" where !isAgeKnown: expiration = value.flatMap { HTTPDate.date($0) }
      // An HTTP origin has no secure cookies.
      case "secure" where !url.isHTTPS: return nil
      default: continue
      }
    }
    return Cookie(
      origin: url,
      path: path ?? folder(of: self.path(of: url)),
      name: name,
      value: value,
      expiration: expiration
    )
  }

  private static func pair(_ text: Substring) -> (name: String, value: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts.map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    return (words.first ?? "", words.count > 1 ? words[1] : nil)
  }

  private static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  private static func folder(of path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    return folder.isEmpty ? "/" : String(folder)
  }

  private static func contains(_ folder: String, _ path: String) -> Bool {
    guard path.hasPrefix(folder) else { return false }
    return folder.hasSuffix("/") || path.count == folder.count
      || path.dropFirst(folder.count).first == "/"
  }
}

extension CookieJar: Hashable {
  package static func == (a: CookieJar, b: CookieJar) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension HTTPTransportRequest {
  /// The fields to send, including the cookies of the jar. All cookies share one field, because some
  /// HTTP/1.1 servers read only one.
  var fieldsToSend: [HTTPField] {
    let values = [fields[.cookie], url.flatMap { cookies?.field(for: $0) }].compactMap(\.self)
    let others = Array(fields).filter { $0.name != .cookie }
    guard !values.isEmpty else { return others }
    return others + [HTTPField(name: .cookie, value: values.joined(separator: "; "))]
  }
}
