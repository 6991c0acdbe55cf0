/** The beginning of the Python module. */
export const IMPORTS = `from __future__ import annotations

import base64
import datetime
import functools
import hashlib
import hmac
import json
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import (
    IO,
    Any,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypedDict,
    TypeVar,
    Union,
    cast,
)

#: A file to upload: bytes, a path, an open file, or a (name, bytes) tuple.
File = Union[bytes, str, "os.PathLike[str]", IO[bytes], Tuple[str, bytes]]
_Method = TypeVar("_Method", bound=Callable[..., Any])


class _Unset:
    """Type of the default for omitted arguments, where None means null."""

    def __repr__(self) -> str:
        return "..."


_UNSET: Any = _Unset()
`;
