import type { Io } from './output.ts';

/** How far a long work is, for the person who waits: one line of stderr that is drawn over and taken away. */
export interface Progress {
  /** `done` of `total`, of whatever is counted. */
  at(done: number, total: number): void;
  /** What is being done, where nobody can say how far it is. */
  step(words: string): void;
  end(): void;
}

const BAR_CELLS = 24;
const REDRAW_MS = 100;
const CLEAR = '\r\u001b[2K';
const SILENT: Progress = { at() {}, step() {}, end() {} };

/** Draws on terminals only: in a pipe or a log it would be noise. */
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
  return `[${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}] ${Math.floor(part * 100)} %`;
}
