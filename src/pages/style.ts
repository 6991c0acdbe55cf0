import TOKENS from '../dashboard/styles/tokens.css' with { type: 'text' };
import { LOGO } from '../describe/manifests.ts';

/** The name and logo at the top of each page, like in the dashboard. */
export const BRAND = `<header class="brand"><a href="/">${LOGO}Perkmint</a></header>`;

/** The logo as an address, because these pages load nothing. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(LOGO)}`;

/** The style of the pages without the dashboard's bundle: its colors and sizes, in one narrow column. */
export const STYLE = `${TOKENS}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 var(--font); -webkit-font-smoothing: antialiased; }
.brand { padding: .75rem 1rem; }
.brand a { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.5rem; color: var(--text); font-size: 1.0625rem; font-weight: 650; letter-spacing: -.015em; text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; }
main { max-width: 27rem; margin: 0 auto; padding: clamp(1.5rem, 6vh, 4rem) 1rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.2; overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: var(--size-large); letter-spacing: -.01em; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-decoration-color: var(--accent-line); text-underline-offset: .2em; }
a:hover { color: var(--accent-strong); text-decoration-color: currentColor; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; }
label { display: block; margin: 1rem 0 .375rem; font-weight: 550; }
input, button, .button { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: var(--radius); font: inherit; }
input { border: 1px solid var(--edge); background: var(--surface); color: var(--text); }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; box-shadow: 0 0 0 4px var(--accent-soft); }
button, .button { display: inline-flex; align-items: center; justify-content: center; margin-top: 1.25rem; border: 0; background: var(--accent); color: var(--on-accent); font-weight: 550; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
button:disabled { background: var(--sunken); color: var(--muted); cursor: progress; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: var(--radius-small); }
details { margin-top: 1.5rem; color: var(--muted); font-size: .875rem; }
summary { cursor: pointer; }
.intro { color: var(--muted); }
.choice { font-weight: 400; }
.choice input { width: auto; min-height: 0; margin-inline-end: .35rem; accent-color: var(--accent); }
.hint { margin: .375rem 0 0; color: var(--muted); font-size: .875rem; }
.failed, .field-error { color: var(--bad); }
.failed { padding: .75rem; border: 1px solid var(--bad-line, var(--bad)); border-radius: var(--radius); background: var(--bad-soft); }
.field-error { margin: .375rem 0 0; font-size: .875rem; }
.field-error:empty, #outcome:empty { display: none; }
.step { margin: 0 0 .25rem; color: var(--muted); font-size: .875rem; }
.progress { display: grid; grid-template-columns: repeat(4, 1fr); gap: .25rem; margin: .5rem 0 1rem; }
.progress span { height: .25rem; border-radius: .125rem; background: var(--line-strong, var(--line)); }
.progress .reached { background: var(--accent); }
input[aria-invalid] { border-color: var(--bad); }
.with-button { position: relative; display: block; }
.with-button input { padding-inline-end: 5.5rem; }
.with-button button { position: absolute; inset-block: 0; inset-inline-end: 0; width: auto; margin: 0; background: none; color: var(--accent); font-size: .875rem; }
.with-button button:hover { background: none; color: var(--accent-strong); text-decoration: underline; }
`;
