import PlayerKit
import PlayerKitServices

/// The names of the services that can be searched.
let searchableNames: [String] = knownServices.filter { $0.type is any SearchableService.Type }
  .map(\.name)

/// The names of services' addresses, for `--api`.
let serviceAddresses: [String] = knownServices.flatMap(\.addresses) + [RecordingLookup.address]

/// The environment variables of the services, for people: one line each.
let serviceVariables: String = knownServices.flatMap(\.variables)
  .reduce(into: []) { lines, variable in
    let line = "\(variable.name): \(variable.help)"
    if !lines.contains(line) { lines.append(line) }
  }
  .joined(separator: "\n")

private let playableTypes = knownServices.compactMap { $0.type as? any PlayableService.Type }

extension LinkRecognizers {
  /// The recognizers of the tool's services.
  static let known = LinkRecognizers(playableTypes.map { $0.links } + [BarcodeLinks()])
}

extension TrackRegistry {
  /// The registry that stores the tracks of the tool's services.
  static var known: TrackRegistry { TrackRegistry(services: playableTypes) }
}
