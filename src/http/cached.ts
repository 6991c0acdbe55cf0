import { sha256 } from '../platform/crypto.ts';

const CACHE_CONTROL = 'public, max-age=300';
/** Different queries remembered at once; the oldest goes first. */
const MAX_ANSWERS = 500;
const ETAG_LENGTH = 32;

const JSON_TYPE = 'application/json;charset=utf-8';

interface CachedOptions {
  contentType?: string;
  /** Sent with every answer, the 304 too. */
  headers?: Record<string, string>;
}

interface Answer {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
}

/** Public answers, made once and kept as bytes with a strong ETag. */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>();

  /** The answer under `key`, made by `build` the first time; 304 when the client has it already. */
  respond(
    request: Request,
    key: string,
    build: () => unknown,
    { contentType = JSON_TYPE, headers: own = {} }: CachedOptions = {},
  ): Response {
    const answer = this.#answers.get(key) ?? this.#remember(key, build());
    const headers = { ...own, ETag: answer.etag, 'Cache-Control': CACHE_CONTROL };
    if (matches(request.headers.get('if-none-match'), answer.etag))
      return new Response(null, { status: 304, headers });
    return new Response(answer.body, { headers: { ...headers, 'Content-Type': contentType } });
  }

  clear(): void {
    this.#answers.clear();
  }

  #remember(key: string, payload: unknown): Answer {
    const body = toBytes(payload);
    const answer = { body, etag: `"${sha256(body).slice(0, ETAG_LENGTH)}"` };
    if (this.#answers.size >= MAX_ANSWERS) this.#answers.delete(this.#answers.keys().next().value as string);
    this.#answers.set(key, answer);
    return answer;
  }
}

/** Texts and bytes as they are, everything else as JSON. */
function toBytes(payload: unknown): Uint8Array<ArrayBuffer> {
  if (payload instanceof Uint8Array) return payload as Uint8Array<ArrayBuffer>;
  return new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
