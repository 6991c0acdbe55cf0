/** `import text from './x.sql' with { type: 'text' }`: the file's text, also inside the compiled binary. */
declare module '*.sql' {
  const text: string;
  export default text;
}
