extension Duration {
  /// Returns the wait before another attempt: this duration, doubled a number of times, at most
  /// `longest`. Negative values count as zero.
  package func doubled(_ times: Int, upTo longest: Duration) -> Duration {
    let longest = max(longest, .zero)
    var wait = min(max(self, .zero), longest)
    for _ in 0..<min(max(times, 0), 64) {
      guard wait <= longest / 2 else { return longest }
      wait += wait
    }
    return wait
  }
}
