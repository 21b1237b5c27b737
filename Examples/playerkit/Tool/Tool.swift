import PlayerKitCLI

/// The executable. All code is in the module, so that tests can use it.
@main
enum Tool {
  static func main() async {
    await PlayerKitCommand.main(commit: commit)
  }
}
