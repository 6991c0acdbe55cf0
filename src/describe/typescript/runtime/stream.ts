interface Frame {
  id: string;
  data: string;
}

/** Reads server-sent events. */
export async function* readFrames({ body }: Response): AsyncGenerator<Frame> {
  if (!body) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const frame = parseFrame(block);
        if (frame.data) yield frame;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseFrame(block: string): Frame {
  const lines = block.split(/\r?\n/);
  const valuesOf = (name: string) =>
    lines
      .filter(line => line.startsWith(`${name}:`))
      .map(line => line.slice(name.length + 1).replace(/^ /, ''));
  return { id: valuesOf('id').at(-1) ?? '', data: valuesOf('data').join('\n') };
}
