#if canImport(PlayerKitCCurl)
  import PlayerKitSystem
  import PlayerKitCCurl
  import HTTPTypes

  /// A request on libcurl's thread, including all its redirects. Must be used only on that thread.
  final class CurlExchange {
    enum Outcome {
      /// The server redirected the request, which must be sent again.
      case redirected
      case ended(CatalogError?)
    }

    private enum Stage {
      case head(HeadParser)
      case body
      /// The body of a redirect is ignored. Reading a short one keeps the connection usable.
      case redirecting(to: HTTPTransportRequest, passed: Int)
      /// The request must be sent once more.
      case again
      case failed(CatalogError)
    }

    let easy: UnsafeMutableRawPointer?
    let id: ObjectIdentifier
    private let task: CurlTask
    private let handler: @Sendable (HTTPEvent) -> Void
    private let settings: CurlSettings
    private var request: HTTPTransportRequest
    private var redirects = 0
    private var stage = Stage.head(HeadParser())
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var aliases: UnsafeMutablePointer<curl_slist>?
    /// Whether a proxy connects to the servers.
    private var usesProxy = false
    /// Whether libcurl must leave the body undecoded.
    private var leavesBody = false

    init(
      _ task: CurlTask,
      _ request: HTTPTransportRequest,
      _ settings: CurlSettings,
      _ handler: @escaping @Sendable (HTTPEvent) -> Void
    ) {
      self.settings = settings
      self.task = task
      id = ObjectIdentifier(task)
      self.request = request
      self.handler = handler
      easy = curl_easy_init()
    }

    deinit {
      curl_easy_cleanup(easy)
      curl_slist_free_all(lines)
      curl_slist_free_all(aliases)
    }

    /// Returns the exchange of a handle.
    static func of(_ easy: UnsafeMutableRawPointer) -> CurlExchange? {
      var pointer: UnsafeMutableRawPointer?
      curl_get_pointer(easy, CURLINFO_PRIVATE, &pointer)
      return pointer.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The request

    /// Configures the handle for the request or its redirect.
    ///
    /// - Returns: The reason why it can't be sent; `nil` if it can.
    func prepare() -> CatalogError? {
      guard let easy, let url = request.url, url.isHTTP else { return .unsupportedURL }
      stage = .head(HeadParser())
      curl_easy_reset(easy)
      let me = Unmanaged.passUnretained(self).toOpaque()
      curl_set_pointer(easy, CURLOPT_PRIVATE, me)
      curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
      curl_allow_http_alone(easy)
      curl_leave_quickly(easy)
      // A proxy's response to CONNECT is not a response of the server.
      curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      if let proxy = settings.proxy { curl_set_text(easy, CURLOPT_PROXY, proxy) }
      guard let text = url.textForLookup,
        curl_set_text(easy, CURLOPT_URL, text) == CURLE_OK
      else {
        return .unsupportedURL
      }
      // Requests the path as it is, including dots.
      curl_set_long(easy, CURLOPT_PATH_AS_IS, 1)
      curl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, 30_000)
      curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
      if request.window != nil {
        curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      }
      // Decompresses every compressed body, whether compression was requested or not.
      curl_set_text(easy, CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : "identity")
      if leavesBody { curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0) }
      curl_slist_free_all(aliases)
      aliases = curl_slist_append(nil, "ICY")
      curl_set_list(easy, CURLOPT_HTTP200ALIASES, aliases)
      setFields(easy)
      setMethod(easy)
      if let failure = setReach(easy, url, me) { return failure }
      curl_set_writer(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlExchange.of(context: context)?.receivedLine(line) ?? 0
      }
      curl_set_pointer(easy, CURLOPT_HEADERDATA, me)
      curl_set_writer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
        let data = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlExchange.of(context: context)?.receivedData(data) ?? 0
      }
      curl_set_pointer(easy, CURLOPT_WRITEDATA, me)
      return nil
    }

    private static func of(context: UnsafeMutableRawPointer?) -> CurlExchange? {
      context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Fields that libcurl writes to match the data it sends.
    private static let ours: Set<HTTPField.Name> = [
      .acceptEncoding, .contentLength, .transferEncoding,
    ]

    private func setFields(_ easy: UnsafeMutableRawPointer) {
      curl_slist_free_all(lines)
      lines = nil
      for field in request.fieldsToSend where !Self.ours.contains(field.name) {
        // libcurl needs a semicolon for an empty value; otherwise it removes the field.
        let line =
          field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)"
        lines = curl_slist_append(lines, line)
      }
      if request.fields[.userAgent] == nil {
        lines = curl_slist_append(lines, "User-Agent: PlayerKit")
      }
      // Disables waiting for `100 Continue` before a body, and the default content type.
      lines = curl_slist_append(lines, "Expect:")
      if request.fields[.contentType] == nil { lines = curl_slist_append(lines, "Content-Type:") }
      curl_set_list(easy, CURLOPT_HTTPHEADER, lines)
    }

    private func setMethod(_ easy: UnsafeMutableRawPointer) {
      switch request.method {
      case .get where request.body == nil:
        curl_set_long(easy, CURLOPT_HTTPGET, 1)
      case .head:
        curl_set_long(easy, CURLOPT_NOBODY, 1)
      case .post, .put, .patch:
        setBody(request.body ?? Data(), easy)
        curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      default:
        if let body = request.body { setBody(body, easy) }
        curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
      }
    }

    private func setBody(_ body: Data, _ easy: UnsafeMutableRawPointer) {
      curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      // libcurl copies the body. An absent body is sent as an empty one.
      (body.isEmpty ? Data([0]) : body).withUnsafeBytes { bytes in
        _ = curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, .init(mutating: bytes.baseAddress))
      }
    }

    // MARK: The rule for addresses

    private func setReach(
      _ easy: UnsafeMutableRawPointer,
      _ url: URL,
      _ me: UnsafeMutableRawPointer
    ) -> CatalogError? {
      guard reach != .everywhere else { return nil }
      usesProxy = EnvironmentProxies.lead(to: url, settings)
      // Forces libcurl to use a proxy, or none, as determined here.
      curl_set_text(easy, CURLOPT_NOPROXY, usesProxy ? "" : "*")
      guard reach == .publicAlone else { return nil }
      if usesProxy {
        // The proxy connects by its own rules.
        return reach.allows(host: url.plainHost) ? nil : .outOfReach
      }
      curl_set_opener(easy) { context, _, address in
        guard let address, let exchange = CurlExchange.of(context: context) else { return -1 }
        return exchange.open(address)
      }
      curl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, me)
      // A reused connection was not opened for this request.
      curl_set_check(easy) { context, remote, _, _, _ in
        let address = remote.flatMap { IPAddress(String(cString: $0)) }
        let isAllowed = CurlExchange.of(context: context)?.isInReach(address) ?? false
        return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
      }
      curl_set_pointer(easy, CURLOPT_PREREQDATA, me)
      return nil
    }

    private func isInReach(_ address: IPAddress?) -> Bool {
      if reach.allows(address) { return true }
      // Another address of the host may be allowed.
      if case .head = stage { stage = .failed(.outOfReach) }
      return false
    }

    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
      // The address is longer than its type declares.
      let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0
      guard isInReach(IPAddress(UnsafeRawPointer(address) + offset)) else { return -1 }
      let kind = address.pointee
      return socket(kind.family, kind.socktype, kind.protocol)
    }

    private var reach: NetworkScope { request.reach ?? .publicAfterRedirect }

    /// The scope for addresses that the responding server names.
    private var reachFromHere: NetworkScope {
      guard let easy, reach == .publicAfterRedirect else { return reach }
      if usesProxy {
        return request.url.map(reach.ofUnknownServer) ?? reach
      }
      var text: UnsafeMutablePointer<CChar>?
      curl_get_text(easy, CURLINFO_PRIMARY_IP, &text)
      let address = text.flatMap { IPAddress(String(cString: $0)) }
      return reach.afterServer(isPublic: address?.isPublic ?? true)
    }

    // MARK: The answer

    private func receivedLine(_ line: UnsafeRawBufferPointer) -> Int {
      // A previous address was out of reach, but this one is allowed.
      if case .failed(.outOfReach) = stage { stage = .head(HeadParser()) }
      // Trailers after a body are ignored.
      guard case .head(var parser) = stage else { return line.count }
      switch parser.consume(line) {
      case .incomplete:
        stage = .head(parser)
      case .malformed:
        stage = .failed(.malformed)
        return 0
      case .complete(let status, let fields):
        let answer = HTTPTransportResponse(
          status: status,
          fields: fields,
          url: request.url,
          reach: reachFromHere,
          isStripped: request.isStripped
        )
        if let url = request.url { request.cookies?.take(fields, from: url) }
        do throws(CatalogError) {
          if !request.returnsRedirects,
            let next = try RedirectRule.next(request, after: answer, count: redirects)
          {
            stage = .redirecting(to: next, passed: 0)
            // Without a length, the end of the body is unknown.
            let isBounded = fields[.contentLength] != nil || fields[.transferEncoding] != nil
            if !isBounded { return 0 }
          } else if isRefused(fields[.contentEncoding]) {
            leavesBody = true
            stage = .again
            return 0
          } else {
            stage = .body
            tell(.head(answer))
          }
        } catch {
          stage = .failed(error)
          return 0
        }
      }
      return line.count
    }

    /// Handles a body with an unknown coding, which libcurl refuses.
    ///
    /// - Returns: Whether libcurl will refuse it, so that the request must be sent again.
    private func isRefused(_ coding: String?) -> Bool {
      guard !leavesBody, ContentCoding.isNonsense(coding) else { return false }
      if settings.isAskedLate {
        curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        return false
      }
      return request.body == nil
    }

    private func receivedData(_ bytes: UnsafeRawBufferPointer) -> Int {
      if task.isCancelled { return 0 }
      switch stage {
      case .body:
        guard task.admit(bytes.count) else { return Int(CURL_WRITEFUNC_PAUSE) }
        tell(.data(Data(bytes)))
        return bytes.count
      case .redirecting(let next, let passed):
        stage = .redirecting(to: next, passed: passed + bytes.count)
        return passed < 64 << 10 ? bytes.count : 0
      case .head, .again, .failed:
        stage = .failed(.malformed)
        return 0
      }
    }

    /// Resumes the transfer, because the reader has room again.
    func goOn() {
      curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// Handles the end of a transfer by libcurl.
    func finished(_ result: CURLcode) -> Outcome {
      switch stage {
      case .redirecting(let next, _):
        redirects += 1
        request = next
        leavesBody = false
        tell(.redirected)
        return .redirected
      case .again:
        return .redirected
      case .failed(let failure):
        return .ended(failure)
      case .body:
        return .ended(result == CURLE_OK ? nil : Self.failure(result))
      case .head:
        return .ended(result == CURLE_OK ? .malformed : Self.failure(result))
      }
    }

    func end(_ failure: CatalogError?) {
      tell(.end(failure))
    }

    private func tell(_ event: HTTPEvent) {
      if !task.isCancelled { handler(event) }
    }

    private static func failure(_ result: CURLcode) -> CatalogError {
      switch result {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
      case CURLE_COULDNT_CONNECT: .noConnection
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      // CURLE_SSL_CONNECT_ERROR does not belong here: the handshake failed before a certificate was
      // checked. For a rejected certificate, curl returns CURLE_PEER_FAILED_VERIFICATION.
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS:
        .untrusted
      // A response without a status line is HTTP/0.9, which is disabled.
      case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
        .malformed
      case CURLE_URL_MALFORMAT: .unsupportedURL
      default: .cut
      }
    }
  }
#endif
