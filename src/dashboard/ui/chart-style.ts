import css from '../styles/chart.css' with { type: 'text' };

// The policy of the pages blocks inline styles, but not this one, which comes with the script of the page.
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
