/// The tasks that the library starts by itself: delivery to observers, questions to services, and
/// writes of stores.
package enum LibraryTasks {
  /// The executor of the tasks that are started within `$executor.withValue(_:operation:)`, and of
  /// the tasks that those start. `nil` for the default executor. A simulation sets it to decide
  /// which task runs next.
  @TaskLocal package static var executor: (any TaskExecutor)?
}
