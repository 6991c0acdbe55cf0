import { basename, extname, join } from 'node:path';

/** The folder of the files that guides contain, below the root of the repository. */
export const DEPLOY_FOLDER = '.github/deploy';

const LANGUAGES: Readonly<Record<string, string>> = {
  '.yaml': 'yaml',
  '.service': 'ini',
  '.conf': 'nginx',
  Caddyfile: 'caddyfile',
};
const BLOCK = /<!-- file (\S+) -->\n[\s\S]*?<!-- \/file -->/g;

/**
 * Fills each block of a guide that names a file, such as `<!-- file systemd/perkmint.service -->`, with the file, because
 * a server shows its guides without the sources.
 */
export async function embedFiles(markdown: string, root: string): Promise<string> {
  const paths = [...markdown.matchAll(BLOCK)].map(([, path = '']) => path);
  const files = await Promise.all(
    paths.map(path =>
      Bun.file(join(root, DEPLOY_FOLDER, path))
        .text()
        .then(text => [path, text] as const),
    ),
  );
  const texts = new Map(files);
  return markdown.replace(BLOCK, (_, path: string) => {
    const language = LANGUAGES[extname(path)] ?? LANGUAGES[basename(path)];
    return `<!-- file ${path} -->\n\`\`\`${language}\n${texts.get(path)}\`\`\`\n<!-- /file -->`;
  });
}
