import type { Method } from './methods.ts';
import { indent, toLiteral } from './text.ts';

/** Generates the asynchronous client, which calls the methods of the other client in threads. */
export function generateAsyncClient(
  methods: readonly Method[],
  resources: readonly { name: string; className: string }[],
): string {
  const declarations = methods.flatMap(({ asyncSource, iterator }) => [
    asyncSource,
    ...(iterator ? [iterator.asyncSource] : []),
  ]);
  const streams = methods.flatMap(({ name, isStream, iterator }) => [
    ...(isStream ? [name] : []),
    ...(iterator ? [iterator.name] : []),
  ]);
  const assigned = resources.map(
    ({ name, className }) => `        self.${name} = _Async${className.slice(1)}(self)`,
  );
  return ASYNC_CLIENT.replace('{{streams}}', () =>
    [...streams, 'paginate'].map(name => `    ${toLiteral(name)},`).join('\n'),
  )
    .replace('{{resources}}', () => assigned.join('\n'))
    .replace('{{declarations}}', () => indent(declarations.join('\n'), 2).trimEnd());
}

const ASYNC_CLIENT = `_END: Any = object()
#: Methods that return an iterator.
_ITERATING = {
{{streams}}
}


class AsyncClient:
    """Client for asyncio with the same methods: await client.get_campaign(id).

    Iterators and streams are asynchronous: async for campaign in client.iter_campaigns(). Each request waits in a
    thread of the event loop's default executor, which limits how many run at the same time. A canceled task does not
    stop a request that was sent.
    """

    if TYPE_CHECKING:
{{declarations}}

    def __init__(
        self,
        base_url: str = _DEFAULT_URL,
        *,
        token: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_wait: float = 60.0,
        on_response: Optional[Callable[[ResponseInfo], None]] = None,
    ) -> None:
        self._client = Client(
            base_url,
            token=token,
            api_key=api_key,
            timeout=timeout,
            max_retries=max_retries,
            max_wait=max_wait,
            on_response=on_response,
        )
{{resources}}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found: Any = getattr(self._client, name)
        if not callable(found):
            return found
        method = cast(Callable[..., Any], found)
        if name in _ITERATING:
            return functools.wraps(method)(functools.partial(_iterate_in_threads, method))
        return functools.wraps(method)(functools.partial(asyncio.to_thread, method))

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *(name for name in dir(self._client) if not name.startswith("_"))})

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *raised: object) -> None:
        self._client.close()

    def __repr__(self) -> str:
        return "AsyncClient({!r})".format(self._client.base_url)


async def _iterate_in_threads(method: Callable[..., Iterator[Any]], *args: Any, **named: Any) -> AsyncIterator[Any]:
    iterator = await asyncio.to_thread(functools.partial(method, *args, **named))
    while True:
        item = await asyncio.to_thread(next, iterator, _END)
        if item is _END:
            return
        yield item
`;
