import Foundation
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify

/// A part of an answer that the client's models lose.
struct Loss: Hashable, CustomStringConvertible {
  enum Form: String {
    /// A member of a list that could not be read, or a resource of a kind without a model.
    case member
    /// A list whose number of members differs afterwards.
    case count
    /// A path that no property covers.
    case path
    /// A value that differs afterwards.
    case value
  }

  let form: Form
  let path: String

  var description: String { "\(form.rawValue): \(path)" }
}

/// Compares an answer with its decoded and encoded form.
enum AnswerCheck {
  /// Paths that may be lost, with the reason. Positions in lists are `[]`.
  static let allowed: [String: String] = [:]

  /// - Parameter more: Finds data that a model keeps without a property, if it keeps everything.
  static func losses<Model: Codable>(
    of data: Data,
    through type: Model.Type,
    more: (Model, JSONValue) -> [Loss] = { _, _ in [] }
  ) throws -> [Loss] {
    let model = try JSONDecoder().decode(type, from: data)
    let before = try JSONDecoder().decode(JSONValue.self, from: data)
    let after = try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(model))
    var losses: [Loss] = []
    lostMembers(in: model, at: "", into: &losses)
    compare(before, after, at: "", into: &losses)
    losses += NullProbe.losses(in: before, through: type)
    losses += more(model, before)
    return losses.filter { allowed[$0.path] == nil }
  }

  /// Searches the model for data that its types kept without reading it.
  private static func lostMembers(in value: Any, at path: String, into losses: inout [Loss]) {
    switch value {
    case let member as UnreadableMember:
      let name = "\(member.type ?? "?") \(member.id ?? "?")"
      losses.append(Loss(form: .member, path: "\(path): \(name): \(member.reason)"))
    case let resource as AppleMusic.UnknownResource:
      losses.append(Loss(form: .member, path: "\(path): \(resource.type) \(resource.id)"))
    case let record as ITunes.OtherRecord:
      losses.append(Loss(form: .member, path: "\(path): \(record.kind ?? "?") \(record.id)"))
    case Spotify.Playable.unknown(let json) as Spotify.Playable:
      losses.append(Loss(form: .member, path: "\(path): \(json["type"]?.string ?? "?")"))
    case is JSONValue, is String:
      return
    default:
      for child in Mirror(reflecting: value).children {
        let label = child.label ?? "[]"
        if label == "others", let groups = child.value as? [String: JSONValue] {
          losses += groups.keys.sorted().map { Loss(form: .member, path: "\(path).others.\($0)") }
        } else {
          lostMembers(in: child.value, at: "\(path).\(label)", into: &losses)
        }
      }
    }
  }

  private static func compare(
    _ before: JSONValue,
    _ after: JSONValue?,
    at path: String,
    into losses: inout [Loss]
  ) {
    switch (before, after) {
    case (.null, nil), (.null, .null):
      // The probe examines these.
      return
    case (_, nil):
      losses.append(Loss(form: .path, path: path))
    case (.object(let old), .object(let new)):
      for (key, value) in old.sorted(by: { $0.key < $1.key }) {
        compare(value, new[key], at: "\(path).\(key)", into: &losses)
      }
    case (.array(let old), .array(let new)):
      guard old.count == new.count else {
        losses.append(Loss(form: .count, path: "\(path): \(old.count) → \(new.count)"))
        return
      }
      for (one, other) in zip(old, new) {
        compare(one, other, at: "\(path)[]", into: &losses)
      }
    case (let old, let new?):
      if old != new { losses.append(Loss(form: .value, path: path)) }
    }
  }
}
