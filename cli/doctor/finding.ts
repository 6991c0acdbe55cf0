/** The result of one check of `perkmint doctor`. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** How to fix the problem, as a command if possible. */
  fix?: string;
}

export const passed = (check: string, found: string): Finding => ({ check, state: 'ok', found });

export const warning = (check: string, found: string, fix: string): Finding => ({
  check,
  state: 'warning',
  found,
  fix,
});

export const failed = (check: string, found: string, fix: string): Finding => ({
  check,
  state: 'wrong',
  found,
  fix,
});
