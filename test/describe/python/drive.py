"""Runs the calls of a plan from stdin with the served module, and writes their results to stdout.

The plan: {"module": folder, "steps": [{"url", "token"?, "apiKey"?, "method", "resource"?, "args", "files"}]}.
"""

import base64
import json
import sys

plan = json.load(sys.stdin)
sys.path.insert(0, plan["module"])

import perkmint  # noqa: E402


def shown(value):
    if isinstance(value, bytes):
        return {"bytes": len(value)}
    return value


def run(step):
    client = perkmint.Client(
        step["url"], token=step.get("token"), api_key=step.get("apiKey"), timeout=20, max_retries=step.get("retries", 0)
    )
    target = getattr(client, step["resource"]) if step.get("resource") else client
    args = dict(step["args"])
    for name in step.get("files", []):
        args[name] = ("proof.png", base64.b64decode(args[name]))
    try:
        result = getattr(target, step["method"])(**args)
        if step.get("take"):
            result = [item for _, item in zip(range(step["take"]), result)]
        return {"result": shown(result)}
    except perkmint.PerkmintError as error:
        return {
            "error": {
                "class": type(error).__name__,
                "code": error.code,
                "status": error.status,
                "message": error.message,
                "details": error.details,
                "requestId": error.request_id,
            }
        }


json.dump([run(step) for step in plan["steps"]], sys.stdout)
