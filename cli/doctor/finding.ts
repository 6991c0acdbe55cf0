/** What one check of `perkmint doctor` found. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  /** What to do about it: a command where there is one. */
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
