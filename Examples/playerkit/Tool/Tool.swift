import PlayerKitCLI

/// The executable; all of it is in the module, where tests reach it.
@main
enum Tool {
  static func main() async {
    await PlayerKitCommand.main(commit: commit)
  }
}
