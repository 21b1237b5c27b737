/// What a page's successor is asked for.
///
/// The service's `next` often lacks the parameters of the request that it continues, the limit
/// above all: then the second page would have another size, and lack what was included.
enum NextPage {
  /// `next`, itself unchanged, with the parameters of `first` that it lacks. Nothing is added to
  /// the next page of another list (a relationship inside an answer) but its own limit.
  static func target(next: String, first: String) -> String {
    var target = next
    let present = RequestQuery.names(in: next)
    let own = RequestQuery.items(in: first)
    if RequestQuery.path(of: next) == RequestQuery.path(of: first) {
      for item in own where !present.contains(item.name) && !isOfFirstPageOnly(item.name) {
        target.append(part: String(item.text))
      }
    } else if !present.contains("limit"),
      let name = RequestQuery.path(of: next).split(separator: "/").last,
      let limit = own.first(where: { $0.name == "limit[\(name)]" })?.text.split(separator: "=").last
    {
      target.append(part: "limit=\(limit)")
    }
    return target
  }

  // An offset says where to begin, `with` adds groups beside the list, `views` and identities have
  // no further page.
  private static func isOfFirstPageOnly(_ name: String) -> Bool {
    ["offset", "with", "views", "ids"].contains(name) || name.hasPrefix("ids[")
  }
}
