/** The Python code that opens, reuses and closes connections. */
export const CONNECTION = `class ResponseInfo(NamedTuple):
    """The status and headers of a response."""

    status: int
    #: Case-insensitive: headers["x-request-id"].
    headers: Mapping[str, str]

    @property
    def request_id(self) -> Optional[str]:
        """Identifies the request in the server's log."""
        return self.headers.get("X-Request-Id")

    @property
    def rate_limit(self) -> Optional[int]:
        """Requests per minute that the endpoint allows."""
        return _integer(self.headers.get("X-RateLimit-Limit"))

    @property
    def rate_remaining(self) -> Optional[int]:
        """Requests remaining in the current minute."""
        return _integer(self.headers.get("X-RateLimit-Remaining"))

    @property
    def rate_reset(self) -> Optional[int]:
        """Unix time in seconds when the minute ends."""
        return _integer(self.headers.get("X-RateLimit-Reset"))


def _integer(text: Optional[str]) -> Optional[int]:
    return int(text) if text is not None and text.isdigit() else None


class _Pool:
    """Connections to one server that wait for the next request of any thread. Honors the proxies of the environment."""

    def __init__(self, base_url: str) -> None:
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must start with http:// or https://")
        self._origin = parts.scheme + "://" + parts.netloc
        self._is_secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        proxy = None if urllib.request.proxy_bypass(parts.hostname) else urllib.request.getproxies().get(parts.scheme)
        self._proxy = None if not proxy else urllib.parse.urlsplit(proxy if "://" in proxy else "http://" + proxy)
        self._idle: "collections.deque[http.client.HTTPConnection]" = collections.deque(maxlen=_MAX_IDLE)

    def open(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float
    ) -> Tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send a request. The caller reads the response, and then releases or closes the connection."""
        sent = dict(headers)
        if self._proxy is not None and not self._is_secure:
            target = self._origin + target
            sent.update(self._proxy_headers())
        connection = self._take(timeout)
        try:
            connection.request(method, target, body, sent)
            return connection, connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def release(self, connection: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
        if answer.will_close or not answer.isclosed():
            connection.close()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _take(self, timeout: float) -> http.client.HTTPConnection:
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect(timeout)
            if connection.sock is not None and not _is_readable(connection.sock):
                connection.sock.settimeout(timeout)
                return connection
            # The server has closed it meanwhile.
            connection.close()

    def _connect(self, timeout: float) -> http.client.HTTPConnection:
        secure: Type[http.client.HTTPConnection] = http.client.HTTPSConnection
        kind = secure if self._is_secure else http.client.HTTPConnection
        if self._proxy is None:
            return kind(self._host, self._port, timeout=timeout)
        connection = kind(self._proxy.hostname or "", self._proxy.port, timeout=timeout)
        if self._is_secure:
            connection.set_tunnel(self._host, self._port, self._proxy_headers())
        return connection

    def _proxy_headers(self) -> Dict[str, str]:
        if self._proxy is None or self._proxy.username is None:
            return {}
        user, password = (urllib.parse.unquote(text or "") for text in (self._proxy.username, self._proxy.password))
        credential = base64.b64encode("{}:{}".format(user, password).encode("utf-8")).decode("ascii")
        return {"Proxy-Authorization": "Basic " + credential}


def _is_readable(connected: socket.socket) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(connected, selectors.EVENT_READ)
        return bool(selector.select(0))
`;
