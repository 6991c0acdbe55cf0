import type { Io } from './output.ts';

/** Shows the progress of a long operation on one line of stderr. */
export interface Progress {
  /** Shows `done` of `total` as a bar. */
  at(done: number, total: number): void;
  /** Shows the current step of an operation of unknown length. */
  step(words: string): void;
  end(): void;
}

const BAR_CELLS = 24;
const REDRAW_MS = 100;
const CLEAR = '\r\u001b[2K';
const SILENT: Progress = { at() {}, step() {}, end() {} };

/** Creates a progress display; it draws on terminals only. */
export function createProgress(io: Io, label: string): Progress {
  if (!io.isErrTerminal || io.env.TERM === 'dumb') return SILENT;
  let drawnAtMs = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  const draw = (text: string) => {
    io.err(`${CLEAR}${label} ${text}`);
    isDrawn = true;
  };
  return {
    at(done, total) {
      const nowMs = performance.now();
      if (nowMs - drawnAtMs < REDRAW_MS && done < total) return;
      drawnAtMs = nowMs;
      draw(bar(done, total));
    },
    step: words => draw(`${words}…`),
    end() {
      if (isDrawn) io.err(CLEAR);
      isDrawn = false;
    },
  };
}

function bar(done: number, total: number): string {
  const part = total > 0 ? Math.min(1, done / total) : 1;
  const filled = Math.floor(part * BAR_CELLS);
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}] ${Math.floor(part * 100)}%`;
}
