/** The bundle as a file: its path, also inside the compiled binary. */
declare module '*/dist/browser/standalone.js' {
  const path: string;
  export default path;
}
