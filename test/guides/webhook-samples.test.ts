import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vectors from '../../src/guides/webhook-vectors.json';
import webhooks from '../../src/guides/webhooks.md' with { type: 'text' };
import { verifyWebhook } from '../../src/platform/security/signatures.ts';

/** Runs the functions of the webhooks guide, as a reader would copy them, on the test vectors of the guide. */

const folder = mkdtempSync(join(tmpdir(), 'perkmint-samples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const VECTORS = join(import.meta.dir, '../../src/guides/webhook-vectors.json');

function findSample(language: string): string {
  const [, text] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(webhooks) ?? [];
  if (!text) throw new Error(`The webhooks guide has no sample in ${language}`);
  return text;
}

interface Harness {
  language: string;
  command: string;
  /** The files to write, and what to run. Prints the result for each vector as a JSON array. */
  files: Record<string, string>;
  args: string[];
}

const HARNESSES: Harness[] = [
  {
    language: 'js',
    command: 'node',
    files: {
      'verify.mjs': findSample('js'),
      'run.mjs': `import { readFileSync } from 'node:fs';
import { verifyWebhook } from './verify.mjs';
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2])).map(({ body, headers, secret, now }) => {
  try { return { event: verifyWebhook(Buffer.from(body), headers, secret, now) }; }
  catch (error) { return { error: error.message }; }
})));`,
    },
    args: ['run.mjs'],
  },
  {
    language: 'python',
    command: 'python3',
    files: {
      'verify.py': findSample('python'),
      'run.py': `import json, sys
from verify import verify_webhook

def run(vector):
    try:
        return {"event": verify_webhook(vector["body"].encode(), vector["headers"], vector["secret"], vector["now"])}
    except ValueError as error:
        return {"error": str(error)}

print(json.dumps([run(vector) for vector in json.load(open(sys.argv[1], encoding="utf-8"))]))`,
    },
    args: ['-W', 'error::SyntaxWarning', 'run.py'],
  },
  {
    language: 'php',
    command: 'php',
    files: {
      'verify.php': `<?php\n${findSample('php')}`,
      'run.php': `<?php
require 'verify.php';
echo json_encode(array_map(function (array $vector) {
    try {
        return ['event' => verify_webhook($vector['body'], $vector['headers'], $vector['secret'], $vector['now'])];
    } catch (RuntimeException $error) {
        return ['error' => $error->getMessage()];
    }
}, json_decode(file_get_contents($argv[1]), true)));`,
    },
    args: ['run.php'],
  },
  {
    language: 'go',
    command: 'go',
    files: {
      'go.mod': 'module sample\n\ngo 1.18\n',
      'verify.go': findSample('go').replace('package webhook', 'package main'),
      'main.go': `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	text, _ := os.ReadFile(os.Args[1])
	var vectors []struct {
		Body, Secret string
		Headers      map[string]string
		Now          int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	results := []map[string]any{}
	for _, vector := range vectors {
		headers := http.Header{}
		for name, value := range vector.Headers {
			headers.Set(name, value)
		}
		event, err := Verify([]byte(vector.Body), headers, vector.Secret, time.Unix(vector.Now, 0))
		if err != nil {
			results = append(results, map[string]any{"error": err.Error()})
		} else {
			results = append(results, map[string]any{"event": event})
		}
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}
`,
    },
    args: ['run', '.'],
  },
];

/** Returns whether a sample's output is the expected one for a vector. */
function isExpected(
  { expected, body }: (typeof vectors)[number],
  result: { event?: unknown; error?: string },
) {
  if (expected === 'valid') return Bun.deepEquals(result, { event: JSON.parse(body) });
  if (expected === 'expired') return result.error === 'Expired timestamp';
  return result.error === 'Invalid signature' || result.error === 'Invalid timestamp';
}

describe('the webhook test vectors', () => {
  test.each(vectors)('$name is $expected for the server', ({ headers, secret, now, body, expected }) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    const sent = new Headers({ 'webhook-id': id, 'webhook-timestamp': timestamp });
    if (signature) sent.set('webhook-signature', signature);
    expect<string>(verifyWebhook(secret, sent, body, now * 1000)).toBe(expected);
  });

  test('the vectors cover each result, and the guide shows the first one', () => {
    expect(new Set(vectors.map(({ expected }) => expected))).toEqual(
      new Set(['valid', 'expired', 'invalid']),
    );
    const [first] = vectors;
    for (const value of [first?.secret, first?.body, ...Object.values(first?.headers ?? {})])
      expect(webhooks).toContain(`| \`${value}\` |`);
  });
});

describe.each(HARNESSES)('the sample in $language', ({ language, command, files, args }) => {
  test('uses the constants of the test vectors', () => {
    const sample = findSample(language);
    for (const text of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'whsec_', 'v1,', '300'])
      expect(sample).toContain(text);
    expect(sample).toMatch(/sha256/i);
  });

  const isInstalled = Bun.which(command) !== null;
  const title = isInstalled ? 'passes every test vector' : `is not run: ${command} is not installed`;
  test.skipIf(!isInstalled)(title, async () => {
    const place = join(folder, language);
    mkdirSync(place);
    for (const [name, text] of Object.entries(files)) await Bun.write(join(place, name), text);
    const env = {
      ...process.env,
      GOCACHE: join(folder, 'go-cache'),
      GOFLAGS: '-mod=mod',
      GO111MODULE: 'on',
    };
    const child = Bun.spawn([command, ...args, VECTORS], { cwd: place, env, stderr: 'pipe' });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect([await child.exited, err]).toEqual([0, '']);
    const results = JSON.parse(out) as { event?: unknown; error?: string }[];
    const wrong = vectors.filter((vector, index) => !isExpected(vector, results[index] ?? {}));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});
