/// A world to explore: it takes inputs, and its laws must hold after each.
package protocol Explorable {
  associatedtype Input
  /// Identifies a world. Ids and instants are left out.
  associatedtype Key: Hashable

  var key: Key { get }

  /// The laws that an input has broken.
  var violations: [String] { get }

  /// Performs an input.
  ///
  /// - Returns: `false` if the input is impossible in this world.
  mutating func perform(_ input: Input) -> Bool
}

/// Visits all worlds that can be reached with a number of inputs, breadth first. So the first
/// violation has the shortest sequence of inputs.
package struct Explorer<World: Explorable> {
  /// The worlds from which every input was tried.
  package private(set) var states = 0
  package private(set) var transitions = 0
  package private(set) var violations: [String] = []

  package init() {}

  private static func text(_ story: [World.Input]) -> String {
    story.map { String(describing: $0) }.joined(separator: ", ")
  }

  /// - Parameters:
  ///   - prologues: The sequences of inputs from which the exploration starts.
  ///   - check: Checks each new world, and returns its faults.
  package mutating func run(
    _ world: World,
    prologues: [[World.Input]],
    inputs: [World.Input],
    depth: Int,
    check: (World) -> [String]
  ) {
    var seen: Set<World.Key> = []
    var frontier: [(world: World, story: [World.Input])] = []
    for story in prologues {
      var world = world
      for input in story where !world.perform(input) {
        violations.append("\(input) makes no sense in the prologue \(Self.text(story))")
      }
      violations += world.violations.map { "\($0), by the prologue \(Self.text(story))" }
      if seen.insert(world.key).inserted { frontier.append((world, story)) }
    }
    for level in 1...max(depth, 1) {
      var reached: [(World, [World.Input])] = []
      for (world, story) in frontier {
        states += 1
        for input in inputs {
          var after = world
          guard after.perform(input) else { continue }
          transitions += 1
          let isNew = seen.insert(after.key).inserted
          let wrong = after.violations + (isNew ? check(after) : [])
          violations += wrong.map { "\($0), by \(Self.text(story + [input]))" }
          if isNew, level < depth { reached.append((after, story + [input])) }
        }
        if violations.count > 5 { return }
      }
      frontier = reached
    }
  }
}
