#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a Swift process costs that does nothing: it says so, and waits for the end of its input.
@main
struct EmptyProcess {
  static func main() {
    print("ready")
    fflush(nil)
    while readLine() != nil {}
  }
}
