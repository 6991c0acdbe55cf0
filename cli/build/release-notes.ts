import { isNewer, type Release } from '../../src/updates/release-list.ts';

/**
 * Reads the date and the first paragraph of a version's section in the changelog, which says in plain words what changes for
 * the people who use it. @throws Error without either
 */
export function readSection(changelog: string, version: string): Pick<Release, 'date' | 'notes'> {
  const heading = new RegExp(
    `^## \\[${version.replaceAll('.', '\\.')}\\] - (\\d{4}-\\d{2}-\\d{2})$`,
    'm',
  ).exec(changelog);
  const [, date] = heading ?? [];
  if (!heading || date === undefined)
    throw new Error(`CHANGELOG.md has no section of ${version} with its date`);
  const [notes = ''] = changelog.slice(heading.index + heading[0].length).split(/^##/m);
  if (notes.trim() === '')
    throw new Error(
      `CHANGELOG.md does not begin the section of ${version} with what changes, in plain words`,
    );
  const paragraphs = notes.trim().split(/\n\s*\n/);
  return { date, notes: paragraphs.map(each => each.replace(/\s*\n\s*/g, ' ')).join('\n\n') };
}

/**
 * Adds a release to a list, and replaces an earlier one of the same version.
 * @throws Error if a version with the same minor version has other migrations: the two could not replace each other
 */
export function addRelease(releases: readonly Release[], added: Release): Release[] {
  const others = releases.filter(({ version }) => version !== added.version);
  const toMinor = (version: string) => version.split('.').slice(0, 2).join('.');
  const other = others.find(
    ({ version, schema }) => toMinor(version) === toMinor(added.version) && schema !== added.schema,
  );
  if (other)
    throw new Error(
      `${added.version} has the migration ${added.schema} and ${other.version} has ${other.schema}: a release with migrations needs a new minor version`,
    );
  return [...others, added].sort((one, another) => (isNewer(one.version, another.version) ? -1 : 1));
}
