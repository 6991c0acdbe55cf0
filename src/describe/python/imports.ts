/** What the Python module begins with. */
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

#: What can be uploaded: bytes, the path of a file, an open file, or a pair of name and bytes.
File = Union[bytes, str, "os.PathLike[str]", IO[bytes], Tuple[str, bytes]]
_Method = TypeVar("_Method", bound=Callable[..., Any])


class _Unset:
    """Stands for an argument that was not given, where None is a value of its own."""

    def __repr__(self) -> str:
        return "..."


_UNSET: Any = _Unset()
`;
