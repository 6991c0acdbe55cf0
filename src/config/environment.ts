/** Returns the environment variables of the process; nothing else reads them. */
export function readEnvironment(): Record<string, string | undefined> {
  return process.env;
}
