#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A Swift process that does nothing: it prints that it runs, and waits for the end of its input.
@main
struct EmptyProcess {
  static func main() {
    print("ready")
    fflush(nil)
    while readLine() != nil {}
  }
}
