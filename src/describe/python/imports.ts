/** The beginning of the Python module. */
export const IMPORTS = `from __future__ import annotations

import asyncio
import base64
import collections
import copy
import datetime
import functools
import gzip
import hashlib
import hmac
import http.client
import json
import logging
import os
import random
import re
import selectors
import shutil
import socket
import threading
import time
import urllib.parse
import urllib.request
import uuid
from typing import (
    IO,
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypedDict,
    TypeVar,
    Union,
    cast,
    overload,
)

_log = logging.getLogger("perkmint")
#: Connections that a client keeps open between requests.
_MAX_IDLE = 8
#: Waits from which a retry is logged as a warning, in seconds.
_LONG_WAIT = 1.0

#: A file to upload: bytes, a path, an open file, or a (name, bytes) tuple.
File = Union[bytes, str, "os.PathLike[str]", IO[bytes], Tuple[str, bytes]]
_Method = TypeVar("_Method", bound=Callable[..., Any])


class _Unset:
    """Type of the default for omitted arguments, where None means null."""

    def __repr__(self) -> str:
        return "..."


_UNSET: Any = _Unset()
`;
