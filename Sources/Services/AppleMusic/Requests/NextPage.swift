import MusicCatalog

/// What a page's successor is asked for.
///
/// The service's `next` often lacks the parameters of the request that it continues, the limit
/// above all: then the second page would have another size, and lack what was included.
enum NextPage {
  /// `next`, itself unchanged, with the parameters of `first` that it lacks. Nothing is added to
  /// the next page of another list (a relationship inside an answer) but its own limit.
  ///
  /// - Parameter limit: what the reader of the list wants instead of what `first` said.
  static func target(next: String, first: String, limit: Int? = nil) -> String {
    var target = next
    var present = RequestQuery.names(in: next)
    let own = RequestQuery.items(in: first)
    let isSameList = RequestQuery.path(of: next) == RequestQuery.path(of: first)
    if !present.contains("limit"), let limit {
      target.append(part: "limit=\(limit)")
      present.insert("limit")
    }
    for item in own where !present.contains(item.name) {
      if item.name == "l" || isSameList && !["offset", "with"].contains(item.name) {
        // An offset says where to begin; `with` adds groups beside the list.
        target.append(part: String(item.text))
      } else if !isSameList, !present.contains("limit"),
        let name = RequestQuery.path(of: next).split(separator: "/").last,
        item.name == "limit[\(name)]", let value = item.text.split(separator: "=").last
      {
        target.append(part: "limit=\(value)")
        present.insert("limit")
      }
    }
    return target
  }
}
