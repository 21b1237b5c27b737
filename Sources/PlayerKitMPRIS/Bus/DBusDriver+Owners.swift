// The owners of names.
extension DBusDriver {
  /// A watched name, and the owner last reported.
  struct OwnerWatch {
    let name: String
    let onChange: @Sendable (String?) -> Void
    var owner: String?
    var isTold = false
    /// Whether a signal arrived during the query. The signal is newer than the answer.
    var isOvertaken = false
  }

  func watch(_ id: Int, _ name: String, _ onChange: @escaping @Sendable (String?) -> Void) {
    owners[id] = OwnerWatch(name: name, onChange: onChange)
    let match = DBusMatch(
      sender: DBusNames.bus,
      path: DBusNames.busPath,
      interface: DBusNames.bus,
      name: "NameOwnerChanged",
      firstArgument: name
    )
    subscribe(id, match) { [weak self] signal in
      guard signal.arguments.count == 3, let owner = signal.arguments[2].string else { return }
      self?.owners[id]?.isOvertaken = true
      self?.tell(id, owner.isEmpty ? nil : owner)
    }
    ask(id)
  }

  func unwatch(_ id: Int) {
    owners[id] = nil
    unsubscribe(id)
  }

  /// Queries all owners, on a new connection.
  func askForOwners() {
    for id in owners.keys.sorted() { ask(id) }
  }

  /// Reports that no name has an owner, since there is no bus.
  func forgetOwners() {
    for id in owners.keys.sorted() where owners[id]?.isTold == true { tell(id, nil) }
  }

  private func ask(_ id: Int) {
    guard isReady, let name = owners[id]?.name else { return }
    owners[id]?.isOvertaken = false
    let call = DBusCall(
      peer: DBusNames.bus,
      path: DBusNames.busPath,
      interface: DBusNames.bus,
      method: "GetNameOwner",
      arguments: [.string(name)]
    )
    self.call(call, limit: .seconds(5)) { [weak self] answer in
      guard let self, isReady, owners[id]?.isOvertaken == false else { return }
      tell(id, (try? answer.get())?.first?.string)
    }
  }

  private func tell(_ id: Int, _ owner: String?) {
    guard let watch = owners[id], !watch.isTold || watch.owner != owner else { return }
    owners[id]?.owner = owner
    owners[id]?.isTold = true
    watch.onChange(owner)
  }
}
