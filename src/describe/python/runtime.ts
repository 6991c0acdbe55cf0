/** The static parts of the Python module. */

export const BASE_ERROR = `class PerkmintError(Exception):
    """Base class of all errors raised by this module."""

    def __init__(
        self,
        code: str,
        status: int,
        message: str,
        details: Optional[List[ErrorDetail]] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        challenge: Optional[SignInChallenge] = None,
    ) -> None:
        super().__init__(message)
        #: The error code, such as RATE_LIMITED.
        self.code = code
        #: The HTTP status; 0 without a response. For webhooks, the status to respond with.
        self.status = status
        #: A human-readable message.
        self.message = message
        #: The invalid fields: field, issue, rule and, depending on the rule, limit or allowed.
        self.details: List[ErrorDetail] = details or []
        #: Identifies the request in the server's log.
        self.request_id = request_id
        #: Seconds to wait before retrying, if the server sent Retry-After.
        self.retry_after = retry_after
        #: Continues a login with SECOND_FACTOR_REQUIRED: token and expiresIn.
        self.challenge = challenge

    def __str__(self) -> str:
        request = "" if self.request_id is None else ", request " + self.request_id
        return "{} ({}{})".format(self.message, self.code, request)


class NoAnswerError(PerkmintError):
    """The server could not be reached or did not respond in time."""
`;

export const TRANSPORT = String.raw`def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _operation(method: _Method) -> _Method:
    """Accept API names as well as Python names: perPage and per_page."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **named: Any) -> Any:
        return method(self, *args, **{_snake(name): value for name, value in named.items()})

    return cast(_Method, call)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Rejects redirects, so that credentials are not sent to another host."""

    def redirect_request(self, *args: Any, **named: Any) -> None:
        return None


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _segment(value: Any) -> str:
    """Encode a value as a path segment; reject values that would change the path."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError("path arguments must not be empty, . or ..")
    return urllib.parse.quote(text, safe="")


def _without_unset(values: Mapping[str, Any], nullable: Sequence[str] = ()) -> Dict[str, Any]:
    """Remove omitted arguments; keep None for nullable fields."""
    return {
        name: value
        for name, value in values.items()
        if value is not _UNSET and (value is not None or name in nullable)
    }


def _file_parts(file: File) -> Tuple[str, bytes]:
    if isinstance(file, tuple):
        return file
    if isinstance(file, (bytes, bytearray)):
        return "file", bytes(file)
    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return os.path.basename(os.fspath(file)), opened.read()
    return os.path.basename(str(getattr(file, "name", "file"))), file.read()


def _multipart(fields: Mapping[str, Any], files: Sequence[str]) -> Tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    chunks: List[bytes] = []
    for name, value in fields.items():
        head = '--{}\r\nContent-Disposition: form-data; name="{}"'.format(boundary, name)
        if name in files:
            filename, content = _file_parts(value)
            safe = re.sub(r'["\r\n\\]', "_", filename)
            head += '; filename="{}"\r\nContent-Type: application/octet-stream'.format(safe)
        else:
            content = _text(value).encode("utf-8")
        chunks += [head.encode("utf-8"), b"\r\n\r\n", content, b"\r\n"]
    chunks.append("--{}--\r\n".format(boundary).encode("utf-8"))
    return "multipart/form-data; boundary=" + boundary, b"".join(chunks)


def _error_of(status: int, headers: Any, raw: bytes) -> PerkmintError:
    try:
        error = json.loads(raw.decode("utf-8"))["error"]
        code, message, details = str(error["code"]), str(error["message"]), error.get("details")
        challenge = error.get("challenge")
    except (ValueError, KeyError, TypeError):
        code, message, details = "HTTP_{}".format(status), "HTTP status {}".format(status), None
        challenge = None
    return ERRORS.get(code, PerkmintError)(
        code, status, message, details, headers.get("X-Request-Id"), _seconds(headers.get("Retry-After")), challenge
    )


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None
`;

export const CLIENT_BASE = String.raw`class _Transport:
    """Sends requests, retries them if that is safe, and raises errors."""

    def __init__(
        self,
        base_url: str = _DEFAULT_URL,
        *,
        token: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 3,
    ) -> None:
        if token is not None and api_key is not None:
            raise ValueError("Pass either token or api_key, not both")
        base = base_url.rstrip("/")
        self.base_url = base[: -len(_PREFIX)] if base.endswith(_PREFIX) else base
        self.token = token
        self.api_key = api_key
        self.timeout = timeout
        self.max_retries = max_retries
        self._opener = urllib.request.build_opener(_NoRedirect)

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
        url = self._url(path, {**query, "strict": True} if query else None)
        headers = self._headers("application/json, */*;q=0.5")
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
        return self._send(urllib.request.Request(url, data, headers, method=method), is_retryable)

    def _url(self, path: str, query: Optional[Mapping[str, Any]]) -> str:
        url = self.base_url + path
        if query:
            url += "?" + urllib.parse.urlencode({name: _text(value) for name, value in query.items()})
        return url

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
        request = urllib.request.Request(
            self._url(path, query), None, self._headers("text/event-stream"), method=method
        )
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                data: List[str] = []
                for raw in answer:
                    line = raw.decode("utf-8").rstrip("\r\n")
                    if line.startswith("data:"):
                        data.append(line[5:].lstrip())
                    elif line == "" and data:
                        yield json.loads("\n".join(data))
                        data = []
        except urllib.error.HTTPError as error:
            with error:
                raise _error_of(error.code, error.headers, error.read()) from None
        except (OSError, urllib.error.URLError) as error:
            raise NoAnswerError("NO_ANSWER", 0, "No response: {}".format(error)) from error

    def _send(self, request: urllib.request.Request, is_retryable: bool) -> Any:
        attempt = 0
        while True:
            try:
                return self._send_once(request)
            except PerkmintError as error:
                # 429 and 503 are sent before any work is done; other requests must be idempotent.
                is_safe = is_retryable or error.status in (429, 503)
                is_temporary = error.status == 0 or error.status == 429 or error.status >= 500
                if error.status == 501 or not is_temporary or not is_safe or attempt >= self.max_retries:
                    raise
                self._wait(attempt, error.retry_after)
                attempt += 1

    def _wait(self, attempt: int, retry_after: Optional[float]) -> None:
        backoff = min(8.0, 0.25 * 2**attempt) * (0.5 + random.random() / 2)
        time.sleep(backoff if retry_after is None else retry_after)

    def _send_once(self, request: urllib.request.Request) -> Any:
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                return self._read(answer.headers.get("Content-Type") or "", answer.read())
        except urllib.error.HTTPError as error:
            with error:
                raise _error_of(error.code, error.headers, error.read()) from None
        except (OSError, urllib.error.URLError) as error:
            raise NoAnswerError("NO_ANSWER", 0, "No response: {}".format(error)) from error

    @staticmethod
    def _read(content_type: str, raw: bytes) -> Any:
        if not content_type.startswith("application/json"):
            return raw
        answer = json.loads(raw.decode("utf-8"))
        if isinstance(answer, dict) and answer.get("success") is True and "data" in answer:
            return answer["data"]
        return answer

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
