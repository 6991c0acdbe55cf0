/** The logo that the plugin manifest refers to: a mint leaf on a coin. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<title>Perkmint</title>
<circle cx="32" cy="32" r="30" fill="#0b6e4f"/>
<path d="M16 44C16 26 28 16 48 16c0 20-10 32-28 32l-4 4z" fill="#7fd8b4"/>
<path d="M18 50 40 26" stroke="#0b6e4f" stroke-width="3" stroke-linecap="round"/>
</svg>
`;
