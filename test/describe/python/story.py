"""The walk-through of an integrator: list, create, retry, stream, verify. Prints what it found as JSON."""

import json
import os
import sys
import tempfile
from typing import List

from perkmint import (
    Client,
    InvalidRequestError,
    InvalidSignatureError,
    NotFoundError,
    TimestampExpiredError,
    unwrap_webhook,
)

base_url, api_key, secret = sys.argv[1:]
client = Client(base_url, api_key=api_key)

created = client.campaigns.create(
    name="Story of the week",
    platform="instagram",
    action_type="story",
    reward={"type": "fixed", "value": 5},
    launch=True,
)

names: List[str] = []
for campaign in client.campaigns.iterate(state="active"):
    names.append("{} {}".format(campaign["name"], campaign["state"]))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "campaigns.csv")
    client.download_csv(client.list_campaigns, path, bom=True, state="active")
    with open(path, encoding="utf-8-sig") as opened:
        assert created["id"] in opened.read()

types: List[str] = []
for event in client.stream_events(since="2020-01-01T00:00:00Z"):
    types.append(str(event["type"]))
    if len(types) == 2:
        break

errors: List[str] = []
try:
    client.get_campaign("cmp_absent")
except NotFoundError as error:
    errors.append(error.code)
try:
    client.create_campaign(
        name="", platform="instagram", action_type="story", reward={"type": "fixed", "value": 5}
    )
except InvalidRequestError as error:
    errors.append("{} {}".format(error.code, error.details[0]["field"]))
try:
    headers = {"webhook-id": "a", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA"}
    unwrap_webhook("{}", headers, secret)
except (InvalidSignatureError, TimestampExpiredError) as error:
    errors.append(error.code)
print(json.dumps({"id": created["id"], "names": names, "types": types, "errors": errors}))
