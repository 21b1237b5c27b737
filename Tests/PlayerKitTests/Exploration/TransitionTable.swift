import PlayerKit

/// The observed state transitions for each input, in the form of the documentation.
struct TransitionTable {
  private var cells: [String: [PlayerState: Set<PlayerState>]] = [:]
  private var notes: [String: Set<String>] = [:]
  private var names: [String] = []

  mutating func add(_ input: String, from: PlayerState, to: PlayerState, notes told: [String]) {
    if cells[input] == nil { names.append(input) }
    cells[input, default: [:]][from, default: []].insert(to)
    notes[input, default: []].formUnion(told)
  }

  /// The Markdown table: a row for each input, a column for each state.
  var markdown: String {
    let states = PlayerState.allCases
    let head =
      "| input | " + states.map { "`\($0.rawValue)`" }.joined(separator: " | ") + " | tells |"
    let rule = "|" + String(repeating: "---|", count: states.count + 2)
    let rows = names.sorted().map { name in
      let row = states.map { from in
        let reached = cells[name]?[from] ?? []
        return states.filter(reached.contains).map { $0 == from ? "=" : $0.rawValue }
          .joined(separator: ", ")
      }
      let told = (notes[name] ?? []).sorted().joined(separator: ", ")
      return "| `\(name)` | " + row.joined(separator: " | ") + " | \(told) |"
    }
    return ([head, rule] + rows).joined(separator: "\n")
  }
}
