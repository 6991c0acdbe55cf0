/** A file of Swagger UI: its path, also inside the compiled binary. */
declare module '*/swagger-ui-bundle.js' {
  const path: string;
  export default path;
}
declare module '*/swagger-ui.css' {
  const path: string;
  export default path;
}
