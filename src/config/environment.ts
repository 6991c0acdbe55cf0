/** The environment of this process: the one place that reads it. */
export function readEnvironment(): Record<string, string | undefined> {
  return process.env;
}
