/** The base classes of the Python module's errors. */
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
        #: Continues a request with SECOND_FACTOR_REQUIRED or RECENT_PROOF_REQUIRED: token, expiresIn, methods.
        self.challenge = challenge

    def __str__(self) -> str:
        request = "" if self.request_id is None else ", request " + self.request_id
        return "{} ({}{})".format(self.message, self.code, request)


class NoAnswerError(PerkmintError):
    """The server could not be reached or did not respond in time."""
`;

/** A class that all errors of some statuses share. */
export interface Family {
  name: string;
  about: string;
  statuses: readonly number[];
}

/** The families of errors, by which a program usually tells them apart. */
export const FAMILIES: readonly Family[] = [
  {
    name: 'InvalidRequestError',
    about: 'The request is invalid: details names the fields. Status 400, 405, 413, 415 and 422.',
    statuses: [400, 405, 413, 415, 422],
  },
  {
    name: 'AuthenticationError',
    about: 'The credential or the signature is missing, invalid or expired. Status 401.',
    statuses: [401],
  },
  {
    name: 'PermissionDeniedError',
    about: 'The credential lacks a right, or the plan does not include the operation. Status 402 and 403.',
    statuses: [402, 403],
  },
  {
    name: 'NotFoundError',
    about: 'The record does not exist, or belongs to another business. Status 404 and 410.',
    statuses: [404, 410],
  },
  {
    name: 'ConflictError',
    about: 'The state of a record does not allow the operation. Status 409 and 412.',
    statuses: [409, 412],
  },
  { name: 'RateLimitedError', about: 'Too many requests. Status 429.', statuses: [429] },
  {
    name: 'ServerError',
    about: 'The server failed. Status 500 and above.',
    statuses: [500, 501, 502, 503, 504],
  },
];

/** Returns the class that errors of a status share. */
export function findFamily(status: number): string {
  return FAMILIES.find(({ statuses }) => statuses.includes(status))?.name ?? 'PerkmintError';
}
