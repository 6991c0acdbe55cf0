/** The environment of this process: the one place that reads it. */
export function environment(): Record<string, string | undefined> {
  return process.env;
}
