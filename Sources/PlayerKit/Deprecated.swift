// The names of before. They will be removed.

/// The earlier name of ``QueueItemConvertible``.
@available(*, deprecated, renamed: "QueueItemConvertible")
public typealias Queueable = QueueItemConvertible

/// The earlier name of ``QueuePersister``.
@available(*, deprecated, renamed: "QueuePersister")
public typealias QueueKeeper = QueuePersister

/// The earlier name of ``LoadEvent``.
@available(*, deprecated, renamed: "LoadEvent")
public typealias LoadReport = LoadEvent
