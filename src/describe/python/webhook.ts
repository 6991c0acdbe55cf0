/** The check that a receiver of webhooks makes, as Python. */
export const WEBHOOK = `def verify_webhook(
    body: Union[bytes, str],
    signature: str,
    timestamp: Union[str, int, float],
    secret: str,
    tolerance: float = 300,
) -> bool:
    """Tell whether a webhook came from the service and is fresh.

    Give the raw body as it was received, the headers X-Webhook-Signature and X-Webhook-Timestamp, the
    endpoint's secret, and how many seconds the time may be away. Answers False for anything else.
    """
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    expected = "sha256=" + hmac.new(secret.encode("utf-8"), raw, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected.encode("utf-8"), str(signature).encode("utf-8")):
        return False
    try:
        age = abs(time.time() - float(timestamp))
    except (TypeError, ValueError):
        return False
    return age <= tolerance
`;
