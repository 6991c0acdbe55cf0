/** The hosts whose links have a preview: those of the server's rules, as test/submissions/link-preview.test.ts checks. */
export const PREVIEW_HOSTS = ['youtube.com', 'youtu.be', 'tiktok.com', 'vimeo.com'];

/** Returns whether asking for the preview of a link makes sense. */
export function mayHavePreview(link: string): boolean {
  const host = URL.canParse(link) ? new URL(link).hostname : '';
  return PREVIEW_HOSTS.some(name => host === name || host.endsWith(`.${name}`));
}
