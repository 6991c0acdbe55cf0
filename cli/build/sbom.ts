import { readFileSync } from 'node:fs';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';

/** A package in `bun.lock`: its name and version, dependencies, and the hash of its archive. */
type LockedPackage = [id: string, registry: string, needs: Needs, integrity?: string];

interface Needs {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalPeers?: string[];
}

interface Lock {
  workspaces: { '': { dependencies: Record<string, string> } };
  packages: Record<string, LockedPackage>;
}

interface Product {
  name: string;
  version: string;
  license: string;
  /** ISO date of the commit, so that the same sources give the same document. */
  date: string;
}

const NO_DEPENDENCIES: Needs = {};

/**
 * Builds the software bill of materials in CycloneDX 1.6: Bun and all direct and transitive runtime dependencies of the
 * lock file, each with its license and hash. Development dependencies are not included.
 */
export function buildSbom(folder: string, product: Product, bunVersion: string): string {
  const lock = Bun.JSONC.parse(readFileSync(`${folder}/bun.lock`, 'utf8')) as Lock;
  const bom = new Models.Bom();
  const root = new Models.Component(Enums.ComponentType.Application, product.name, {
    version: product.version,
    bomRef: product.name,
  });
  root.licenses.add(new Models.LicenseExpression(product.license));
  bom.metadata.component = root;
  const stamp = Date.parse(product.date);
  if (Number.isFinite(stamp)) bom.metadata.timestamp = new Date(stamp);

  const components = new Map<string, Models.Component>();
  const add = (key: string): Models.Component => {
    const known = components.get(key);
    if (known) return known;
    const component = toComponent(folder, key, lock.packages[key] as LockedPackage);
    components.set(key, component);
    for (const needed of listDependencies(lock, key)) component.dependencies.add(add(needed).bomRef);
    return component;
  };
  for (const name of Object.keys(lock.workspaces[''].dependencies)) root.dependencies.add(add(name).bomRef);
  const runtime = new Models.Component(Enums.ComponentType.Platform, 'bun', {
    version: bunVersion,
    bomRef: `bun@${bunVersion}`,
    purl: `pkg:github/oven-sh/bun@bun-v${bunVersion}`,
  });
  runtime.licenses.add(new Models.LicenseExpression('MIT'));
  root.dependencies.add(runtime.bomRef);
  for (const component of [runtime, ...components.values()]) bom.components.add(component);

  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Lists the lock file keys of a package's dependencies, resolved like Node: nested packages first, then outward. */
function listDependencies({ packages }: Lock, key: string): string[] {
  const {
    dependencies,
    optionalDependencies,
    peerDependencies,
    optionalPeers = [],
  } = readNeeds(packages[key]);
  const peers = Object.keys(peerDependencies ?? {}).filter(name => !optionalPeers.includes(name));
  const names = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
  return [...new Set(names.flatMap(name => resolvePackage(packages, key, name) ?? []))];
}

function readNeeds(locked: LockedPackage | undefined): Needs {
  const needs = locked?.[2];
  return typeof needs === 'object' ? needs : NO_DEPENDENCIES;
}

/** Returns undefined for packages that aren't installed on this system. */
function resolvePackage(packages: Lock['packages'], from: string, name: string): string | undefined {
  const path = splitPackagePath(from);
  for (let depth = path.length; depth >= 0; depth--) {
    const key = [...path.slice(0, depth), name].join('/');
    if (packages[key]) return key;
  }
  return undefined;
}

/** Splits a lock file key: `@a/b/c` is package c inside package @a/b. */
function splitPackagePath(key: string): string[] {
  return key.match(/@[^/]+\/[^/]+|[^/]+/g) ?? [];
}

function toComponent(folder: string, key: string, [id, , , integrity]: LockedPackage): Models.Component {
  const at = id.lastIndexOf('@');
  const [scope, bare] = id.startsWith('@') ? id.slice(0, at).split('/') : [undefined, id.slice(0, at)];
  const version = id.slice(at + 1);
  const component = new Models.Component(Enums.ComponentType.Library, bare as string, {
    group: scope,
    version,
    bomRef: key === id.slice(0, at) ? id : `${key}@${version}`,
    scope: Enums.ComponentScope.Required,
    purl: `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${bare}@${version}`,
  });
  const [algorithm, hash] = integrity?.split('-') ?? [];
  if (algorithm === 'sha512' && hash)
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex'));
  const license = readLicense(folder, key);
  if (license) component.licenses.add(toLicense(license));
  return component;
}

function toLicense(text: string): Models.License {
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

/** Reads a license from the installed package, because the lock file has none. */
function readLicense(folder: string, key: string): string | undefined {
  try {
    const path = splitPackagePath(key).join('/node_modules/');
    const manifest = JSON.parse(readFileSync(`${folder}/node_modules/${path}/package.json`, 'utf8'));
    const license = manifest.license ?? manifest.licenses?.[0];
    return typeof license === 'string' ? license : license?.type;
  } catch {
    return undefined;
  }
}
