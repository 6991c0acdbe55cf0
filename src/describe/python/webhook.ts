/** The Python code for webhook receivers: verifies a request and returns its event. */
export const WEBHOOK = `#: The endpoint's secret, or both secrets during a rotation.
WebhookSecret = Union[str, Sequence[str]]
_STANDARD_HEADERS = ("webhook-id", "webhook-timestamp", "webhook-signature")


def unwrap_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: WebhookSecret,
    tolerance: float = 300,
) -> Event:
    """Verify a webhook request and return its event.

    body is the raw request body; headers is any mapping with case-insensitive names; secret is the endpoint's
    secret. After a rotation, pass either secret, or both in a list.

    Verifies webhook-signature, which covers the id, the time of the attempt and the body. If a proxy removed
    webhook-id, webhook-timestamp or webhook-signature, verifies X-Webhook-Signature or X-Webhook-Signature-Next.
    These cover only the body, so createdAt in the body must be recent too, and late retries are rejected.

    Raises InvalidSignatureError, or TimestampExpiredError if the time differs by more than tolerance seconds;
    both have status 401 to respond with. Webhooks are delivered at least once: skip known event["id"] values.
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
    """Return whether a webhook request is authentic and recent. Prefer unwrap_webhook, which reads all headers.

    With webhook_id (the webhook-id header), pass webhook-signature and webhook-timestamp, which cover the time.
    Without it, pass X-Webhook-Signature and X-Webhook-Timestamp. That signature covers only the body, so
    createdAt in the body must be recent too, and late retries return False.
    """
    headers: Dict[str, Any]
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
        raise ValueError("Pass the endpoint's secret; an empty secret would accept any signature")
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
    for signature in received:
        for candidate in expected:
            if hmac.compare_digest(signature.encode("utf-8", "replace"), candidate.encode("ascii")):
                return
    raise _invalid_signature("The signature does not match the body and the secret")


def _check_time(seconds: float, tolerance: float) -> None:
    if not abs(time.time() - seconds) <= tolerance:
        message = "The timestamp is more than {:g} seconds from the current time".format(tolerance)
        raise TimestampExpiredError("TIMESTAMP_EXPIRED", 401, message)


def _unix_time(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,12}(\\.[0-9]*)?", text) is None:
        raise _invalid_signature("The timestamp is not a number of seconds")
    return float(text)


def _created_at(raw: bytes) -> float:
    """Return createdAt, the only time covered by a signature of the body."""
    try:
        text = str(json.loads(raw.decode("utf-8"))["createdAt"])
        return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    except (ValueError, KeyError, TypeError):
        raise _invalid_signature("webhook-signature is missing, and the body has no createdAt") from None


def _invalid_signature(message: str) -> PerkmintError:
    return InvalidSignatureError("INVALID_SIGNATURE", 401, message)
`;
