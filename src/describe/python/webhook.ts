/** What a receiver of webhooks needs, as Python: the check of a request, and the event that it carries. */
export const WEBHOOK = `#: The secret of an endpoint, or both of them during a rotation.
WebhookSecret = Union[str, Sequence[str]]
_STANDARD_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


def unwrap_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: WebhookSecret,
    tolerance: float = 300,
) -> Event:
    """Check that a webhook was sent by the service just now, and return its event.

    body is the raw body as it was received; headers is any mapping, the case of its names does not matter;
    secret is that of the endpoint. After a rotation either secret works, or both in a list.

    Checks webhook-signature, which covers the id, the time of the attempt and the body. Where a proxy removed
    webhook-id, webhook-timestamp or webhook-signature, checks X-Webhook-Signature or X-Webhook-Signature-Next.
    They cover the body alone, so createdAt in the body has to be recent too, and a late retry is refused.

    Raises InvalidSignatureError, or TimestampExpiredError when the time is more than tolerance seconds away;
    both carry the status 401 to answer with. Webhooks arrive at least once: skip an event["id"] seen before.
    """
    raw = _raw_body(body)
    _check_webhook(raw, headers, _secrets(secret), tolerance)
    try:
        return cast(Event, json.loads(raw.decode("utf-8")))
    except ValueError as error:
        raise InvalidJsonError("INVALID_JSON", 400, "The body is not JSON: {}".format(error)) from None


def verify_webhook(
    body: Union[bytes, str],
    signature: str,
    timestamp: Union[str, int, float],
    secret: WebhookSecret,
    tolerance: float = 300,
    webhook_id: Optional[str] = None,
) -> bool:
    """Tell whether a webhook was sent by the service just now. Prefer unwrap_webhook, which reads all headers.

    With webhook_id, the header webhook-id, give webhook-signature and webhook-timestamp: these cover the time.
    Without it give X-Webhook-Signature and X-Webhook-Timestamp. That signature covers the body alone, so the
    timestamp proves nothing: createdAt in the body has to be recent too, and a late retry answers False.
    """
    if webhook_id is None:
        headers = {"x-webhook-signature": signature, "x-webhook-timestamp": timestamp}
    else:
        headers = dict(zip(_STANDARD_HEADERS, (webhook_id, timestamp, signature)))
    try:
        _check_webhook(_raw_body(body), headers, _secrets(secret), tolerance)
    except (InvalidSignatureError, TimestampExpiredError):
        return False
    return True


def _raw_body(body: Union[bytes, str]) -> bytes:
    return body.encode("utf-8") if isinstance(body, str) else bytes(body)


def _secrets(secret: WebhookSecret) -> List[str]:
    given = [text.strip() for text in ([secret] if isinstance(secret, str) else secret)]
    if not given or "" in given:
        raise ValueError("Give the secret of the endpoint; an empty one would accept anyone's signature")
    return given


def _check_webhook(raw: bytes, headers: Mapping[str, Any], secrets: Sequence[str], tolerance: float) -> None:
    given = {str(name).lower(): _header_text(value) for name, value in headers.items()}
    if all(name in given for name in _STANDARD_HEADERS):
        webhook_id, timestamp, signatures = (given[name] for name in _STANDARD_HEADERS)
        signed = "{}.{}.".format(webhook_id, timestamp).encode("utf-8", "replace") + raw
        expected = [_standard_signature(secret, signed) for secret in secrets]
        _check_signature(signatures.split(" "), expected)
        _check_time(_unix_time(timestamp), tolerance)
        return
    if "x-webhook-signature" not in given or "x-webhook-timestamp" not in given:
        raise _invalid_signature("webhook-id, webhook-timestamp or webhook-signature is missing")
    names = ("x-webhook-signature", "x-webhook-signature-next")
    expected = ["sha256=" + _hmac(secret.encode("utf-8"), raw).hex() for secret in secrets]
    _check_signature([given[name] for name in names if name in given], expected)
    _check_time(_unix_time(given["x-webhook-timestamp"]), tolerance)
    _check_time(_created_at(raw), tolerance)


def _header_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def _standard_signature(secret: str, signed: bytes) -> str:
    prefix = "whsec_"
    text = secret[len(prefix) :] if secret.startswith(prefix) else secret
    try:
        key = base64.b64decode(text, validate=True)
    except ValueError:
        raise ValueError("A webhook secret is whsec_ followed by base64") from None
    return "v1," + base64.b64encode(_hmac(key, signed)).decode("ascii")


def _check_signature(received: Sequence[str], expected: Sequence[str]) -> None:
    for one in received:
        for other in expected:
            if hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("ascii")):
                return
    raise _invalid_signature("The signature does not match the body and the secret")


def _check_time(seconds: float, tolerance: float) -> None:
    if not abs(time.time() - seconds) <= tolerance:
        message = "The signed time is more than {:g} seconds away".format(tolerance)
        raise TimestampExpiredError("TIMESTAMP_EXPIRED", 401, message)


def _unix_time(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,12}(\\.[0-9]*)?", text) is None:
        raise _invalid_signature("The timestamp is not a number of seconds")
    return float(text)


def _created_at(raw: bytes) -> float:
    """The only time that a signature of the body alone covers."""
    try:
        text = str(json.loads(raw.decode("utf-8"))["createdAt"])
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    except (ValueError, KeyError, TypeError):
        raise _invalid_signature("webhook-signature is missing, and the body has no createdAt") from None


def _invalid_signature(message: str) -> PerkmintError:
    return InvalidSignatureError("INVALID_SIGNATURE", 401, message)
`;
