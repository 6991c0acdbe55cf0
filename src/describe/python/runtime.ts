/** The static parts of the Python module. */

export const TRANSPORT = String.raw`def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _operation(method: _Method) -> _Method:
    """Accept API names as well as Python names: perPage and per_page."""

    @functools.wraps(method)
    def call(self: Any, *args: Any, **named: Any) -> Any:
        return method(self, *args, **{_snake(name): value for name, value in named.items()})

    return cast(_Method, call)


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
    return ERRORS.get(code, _family(status))(
        code, status, message, details, headers.get("X-Request-Id"), _seconds(headers.get("Retry-After")), challenge
    )


def _family(status: int) -> Type[PerkmintError]:
    fallback: Type[PerkmintError] = ServerError if status >= 500 else PerkmintError
    return _FAMILIES.get(status, fallback)


def _save(answer: Any, path: str) -> None:
    part = path + ".part"
    try:
        with open(part, "wb") as opened:
            shutil.copyfileobj(answer, opened)
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)


def _seconds(text: Optional[str]) -> Optional[float]:
    try:
        return None if text is None else max(0.0, float(text))
    except ValueError:
        return None
`;
