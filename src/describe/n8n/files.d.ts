/** The texts of the nodes, which the package contains. */
declare module '*.cjs' {
  const text: string;
  export default text;
}
