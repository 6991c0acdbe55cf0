"""Verifies webhooks with the module in the given folder: reads one request per line and writes one result per line.

A line: {"call", "asText", "args"}; the body in args is text, and is handed over as bytes unless asText says otherwise.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

import perkmint  # noqa: E402


def run(request):
    args = dict(request["args"])
    if not request["asText"]:
        args["body"] = args["body"].encode("utf-8")
    try:
        return {"result": getattr(perkmint, request["call"])(**args)}
    except perkmint.PerkmintError as error:
        return {"error": type(error).__name__, "status": error.status, "text": str(error)}
    except ValueError as error:
        return {"error": type(error).__name__, "text": str(error)}


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
