import { expect, test } from 'bun:test';
import { type Io, Output } from '../../cli/output.ts';

/** Returns an output for a terminal, and what it has printed. */
function createOutput() {
  const printed = { out: '', err: '' };
  const io = {
    env: { NO_COLOR: '1' },
    out: text => {
      printed.out += text;
    },
    err: text => {
      printed.err += text;
    },
    isOutTerminal: true,
  } as Partial<Io> as Io;
  return { printed, output: new Output(io, false) };
}

test('control characters and escape sequences of a value do not reach the terminal', () => {
  const name = 'Red \u001b[31mcup\u001b[0m\u001b]0;title\u0007\r\nand \u009b2Jmore';
  const { printed, output } = createOutput();
  output.record({ name });
  output.table([{ name }], [{ title: 'NAME', value: row => row.name }]);
  expect(printed.out).toContain('Red cup');
  expect(printed.out.split('\n')).toHaveLength(4);
  expect(printed.out).not.toMatch(/[^\n\P{Cc}]/u);
});
