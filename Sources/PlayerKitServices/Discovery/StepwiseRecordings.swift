/// Reads recordings step by step. Each step returns a page and the steps that follow it.
package struct StepwiseRecordings<Step: Sendable>: ArtistRecordingsReader {
  /// The result of a step.
  package struct Outcome: Sendable {
    var page: ArtistRecordingsPage
    var following: [Step]

    /// - Parameter following: The next steps. They run before the steps that are already pending.
    package init(_ page: ArtistRecordingsPage = .init(), then following: [Step] = []) {
      self.page = page
      self.following = following
    }
  }

  /// Returns the recordings among the tracks of a page, and the step for the next page.
  ///
  /// - Parameters:
  ///   - next: The step that reads the next page.
  ///   - recording: Makes a recording of a track. `nil` if it is not wanted.
  package static func tracks<List: CatalogList>(
    of list: List,
    then next: @autoclosure () -> Step,
    _ recording: (List.Element) -> ArtistRecording?
  ) -> Outcome {
    Outcome(
      ArtistRecordingsPage(list.members.compactMap(recording)),
      then: list.hasNextBatch ? [next()] : []
    )
  }

  private var steps: [Step]
  private let read: @Sendable (Step) async throws -> Outcome

  /// - Parameter read: Takes one step. If it throws `notFound` or `invalidArgument`, the page is
  ///   empty.
  package init(from first: Step, read: @escaping @Sendable (Step) async throws -> Outcome) {
    steps = [first]
    self.read = read
  }

  /// Takes the next step.
  package mutating func nextPage() async throws -> ArtistRecordingsPage? {
    guard let step = steps.last else { return nil }
    let outcome: Outcome
    do {
      outcome = try await read(step)
    } catch let error as CatalogError
      where [.notFound, .invalidArgument].contains(error.code)
    {
      outcome = Outcome()
    }
    steps.removeLast()
    steps += outcome.following.reversed()
    return outcome.page
  }
}
