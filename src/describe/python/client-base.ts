/** The Python code of the base class of clients. */
export const CLIENT_BASE = String.raw`#: Method, target, headers and body.
_Request = Tuple[str, str, Dict[str, str], Optional[bytes]]
_Client = TypeVar("_Client", bound="_Transport")


def _content(answer: http.client.HTTPResponse) -> bytes:
    raw = answer.read()
    return gzip.decompress(raw) if answer.headers.get("Content-Encoding") == "gzip" else raw


def _no_answer(error: BaseException) -> NoAnswerError:
    return NoAnswerError("NO_ANSWER", 0, "No response: {}".format(error))


class _Transport:
    """Sends requests, retries them if that is safe, and raises errors."""

    def __init__(
        self,
        base_url: str = _DEFAULT_URL,
        *,
        token: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_wait: float = 60.0,
        on_response: Optional[Callable[[ResponseInfo], None]] = None,
    ) -> None:
        if token is not None and api_key is not None:
            raise ValueError("Pass either token or api_key, not both")
        base = base_url.rstrip("/")
        self.base_url = base[: -len(_PREFIX)] if base.endswith(_PREFIX) else base
        self.token = token
        self.api_key = api_key
        self.timeout = timeout
        self.max_retries = max_retries
        self.max_wait = max_wait
        self.on_response = on_response
        self._pool = _Pool(self.base_url)
        self._path = urllib.parse.urlsplit(self.base_url).path
        self._local = threading.local()
        #: The file that a list is written to, and the parameters of its format.
        self._download: Optional[Tuple[str, Dict[str, Any]]] = None

    @property
    def last_response(self) -> Optional[ResponseInfo]:
        """The status and headers of the latest response that this thread received; None before the first."""
        return getattr(self._local, "response", None)

    def close(self) -> None:
        """Close the connections that wait for the next request. The client can still be used."""
        self._pool.close()

    def __enter__(self: _Client) -> _Client:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return "{}({!r})".format(type(self).__name__, self.base_url)

    def _call(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        files: Sequence[str] = (),
        is_form: bool = False,
        is_idempotent: bool = False,
        idempotency_key: Optional[str] = None,
        dry_run: Optional[bool] = None,
    ) -> Any:
        if self._download is not None:
            query = {**(query or {}), **self._download[1]}
        target = self._target(path, {**query, "strict": True} if query else None)
        headers = self._headers("application/json, */*;q=0.5")
        if self._download is None:
            headers["Accept-Encoding"] = "gzip"
        if is_idempotent:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if dry_run:
            headers["X-Dry-Run"] = "true"
        data: Optional[bytes] = None
        if is_form:
            headers["Content-Type"], data = _multipart(body or {}, files)
        elif body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, allow_nan=False).encode("utf-8")
        is_retryable = is_idempotent or method != "POST"
        return self._send((method, target, headers, data), is_retryable)

    def _target(self, path: str, query: Optional[Mapping[str, Any]]) -> str:
        target = self._path + path
        if query:
            target += "?" + urllib.parse.urlencode({name: _text(value) for name, value in query.items()})
        return target

    def _headers(self, accept: str) -> Dict[str, str]:
        headers = {"Accept": accept, "User-Agent": "perkmint-python/" + __version__}
        if self.token is not None:
            headers["Authorization"] = "Bearer " + self.token
        if self.api_key is not None:
            headers["X-API-Key"] = self.api_key
        return headers

    def _follow(
        self, method: str, path: str, *, query: Optional[Mapping[str, Any]] = None
    ) -> Iterator[Dict[str, Any]]:
        headers = self._headers("text/event-stream")
        connection, answer = self._open((method, self._target(path, query), headers, None))
        try:
            data: List[str] = []
            for raw in answer:
                line = raw.decode("utf-8").rstrip("\r\n")
                if line.startswith("data:"):
                    data.append(line[5:].lstrip())
                elif line == "" and data:
                    yield json.loads("\n".join(data))
                    data = []
        except (OSError, http.client.HTTPException) as error:
            raise _no_answer(error) from error
        finally:
            connection.close()

    def _send(self, request: _Request, is_retryable: bool) -> Any:
        attempt = 0
        while True:
            try:
                return self._send_once(request)
            except PerkmintError as error:
                # 429 and 503 are sent before any work is done; other requests must be idempotent. One of them may find
                # that its first attempt, which had no response in time, is still in progress.
                is_safe = is_retryable or error.status in (429, 503)
                is_in_progress = error.code == "IDEMPOTENCY_IN_PROGRESS"
                is_temporary = error.status in (0, 429) or error.status >= 500 or is_in_progress
                if error.status == 501 or not is_temporary or not is_safe or attempt >= self.max_retries:
                    raise
                seconds = self._wait_before(attempt, error)
                if seconds > self.max_wait:
                    raise
                level = logging.WARNING if seconds >= _LONG_WAIT else logging.INFO
                _log.log(level, "Retry %d of %d in %.1f seconds: %s", attempt + 1, self.max_retries, seconds, error)
                time.sleep(seconds)
                attempt += 1

    @staticmethod
    def _wait_before(attempt: int, error: PerkmintError) -> float:
        backoff = min(8.0, 0.25 * 2.0**attempt) * (0.5 + random.random() / 2)
        return backoff if error.retry_after is None else error.retry_after

    def _open(self, request: _Request) -> Tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """Send a request and return its response unless it is an error."""
        try:
            connection, answer = self._pool.open(*request, self.timeout)
        except (OSError, http.client.HTTPException) as error:
            raise _no_answer(error) from error
        info = ResponseInfo(answer.status, cast(Mapping[str, str], answer.headers))
        self._local.response = info
        if self.on_response is not None:
            self.on_response(info)
        # Redirects are not followed, so that credentials are not sent to another host.
        if 200 <= answer.status < 300:
            return connection, answer
        try:
            raw = _content(answer)
        except (OSError, http.client.HTTPException, EOFError):
            raw = b""
        self._pool.release(connection, answer)
        raise _error_of(answer.status, answer.headers, raw)

    def _send_once(self, request: _Request) -> Any:
        connection, answer = self._open(request)
        try:
            if self._download is not None:
                return _save(answer, self._download[0])
            return self._read(answer.headers.get("Content-Type") or "", _content(answer))
        except (OSError, http.client.HTTPException, EOFError) as error:
            connection.close()
            raise _no_answer(error) from error
        finally:
            self._pool.release(connection, answer)

    @staticmethod
    def _read(content_type: str, raw: bytes) -> Any:
        if not content_type.startswith("application/json"):
            return raw
        answer: Any = json.loads(raw.decode("utf-8"))
        if isinstance(answer, dict):
            envelope = cast(Dict[str, Any], answer)
            if envelope.get("success") is True and "data" in envelope:
                return envelope["data"]
        return cast(Any, answer)

    def download_csv(
        self, method: Callable[..., Any], path: "Union[str, os.PathLike[str]]", *, bom: bool = False, **filters: Any
    ) -> None:
        """Write all records of a list to a CSV file: client.download_csv(client.list_campaigns, "active.csv", state="active").

        The file is written while it arrives, and appears under its name once it is complete.

        Args:
            method: A list method of this client.
            path: The file; an existing one is replaced.
            bom: Start the file with a byte order mark, by which Excel recognizes UTF-8.
        """
        writer = copy.copy(self)
        writer._download = (os.fspath(path), {"format": "csv", "bom": bom})
        getattr(writer, method.__name__)(**filters)

    def paginate(self, method: Callable[..., Any], **filters: Any) -> Iterator[Any]:
        """Iterate over a list method, 100 records a page: client.paginate(client.list_campaigns, state="active").

        Records that appear or leave meanwhile are neither skipped nor repeated.
        """
        return self._pages(method, filters)

    @staticmethod
    def _pages(method: Callable[..., Any], given: Mapping[str, Any]) -> Iterator[Any]:
        arguments = dict(given)
        if not {"per_page", "perPage"} & set(arguments):
            arguments["per_page"] = 100
        answer = method(**arguments)
        while True:
            items, following = answer["items"], answer["pagination"]["next"]
            if following is None:
                yield from items
                return
            # The next page is read before the caller gets the record that marks its place, and may delete it.
            yield from items[:-1]
            arguments["after"] = following
            answer = method(**arguments)
            yield items[-1]
`;
