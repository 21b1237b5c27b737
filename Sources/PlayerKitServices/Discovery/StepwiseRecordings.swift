/// Reads recordings step by step: each step gives a page, and the steps that follow from it.
package struct StepwiseRecordings<Step: Sendable>: ArtistRecordingsReader {
  /// What a step gave.
  package struct Outcome: Sendable {
    var page: ArtistRecordingsPage
    var following: [Step]

    /// - Parameter following: what is read next, before all that was to be read already.
    package init(_ page: ArtistRecordingsPage = .init(), then following: [Step] = []) {
      self.page = page
      self.following = following
    }
  }

  /// The recordings among the tracks of a page, and then its next one.
  ///
  /// - Parameters:
  ///   - next: reads the page behind this one.
  ///   - recording: what a track is; `nil`: none that is wanted.
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

  /// - Parameter read: takes one step. What the service does not have, or takes for no question, gives an empty page.
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
