const sheets = new Map<string, HTMLLinkElement>();
let current: string | undefined;

/** The dashboard, with the counter's shared devices, and the customer pages have a style each. */
function getArea(path: string): string {
  return /^\/(dashboard|counter)\b/.test(path) ? 'dashboard' : 'customers';
}

/**
 * Loads the style for a page, which replaces the one of the document if that is for other pages (pages/shell.ts). Call the
 * returned function when the page is shown. Rejects if the style can't be loaded.
 */
export async function loadPageStyle(path: string): Promise<() => void> {
  const area = getArea(path);
  if (!current) {
    current = getArea(location.pathname);
    sheets.set(current, document.querySelector('link[rel="stylesheet"]') as HTMLLinkElement);
  }
  if (!sheets.has(area)) sheets.set(area, await loadSheet());
  return () => {
    for (const [name, sheet] of sheets) sheet.disabled = name !== area;
  };
}

async function loadSheet(): Promise<HTMLLinkElement> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = document.querySelector<HTMLMetaElement>('meta[name="other-style"]')?.content ?? '';
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = event => {
      link.remove();
      reject(event);
    };
    document.head.append(link);
  });
  return link;
}
