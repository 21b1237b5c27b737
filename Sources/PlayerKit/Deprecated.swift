// Deprecated names. They will be removed.

/// The former name of ``QueueItemConvertible``.
@available(*, deprecated, renamed: "QueueItemConvertible")
public typealias Queueable = QueueItemConvertible

/// The former name of ``QueuePersister``.
@available(*, deprecated, renamed: "QueuePersister")
public typealias QueueKeeper = QueuePersister

/// The former name of ``LoadEvent``.
@available(*, deprecated, renamed: "LoadEvent")
public typealias LoadReport = LoadEvent
