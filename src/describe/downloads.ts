import { buildN8nPackage, getN8nPackageName } from './n8n/package.ts';
import type { OpenApiDocument } from './openapi/document.ts';
import { generatePythonModule } from './python/module.ts';
import { buildPythonWheel, getWheelName } from './python/wheel.ts';
import { generateTypeScriptModule } from './typescript/module.ts';
import { buildTarball, getTarballName } from './typescript/package.ts';

export const WHEEL_TYPE = 'application/zip';
export const TARBALL_TYPE = 'application/gzip';

/** A client as a file. */
interface Download {
  fileName: string;
  contentType: string;
  /** Takes up to 0.2 s; a server does it in a thread. */
  build(document: OpenApiDocument): string | Uint8Array | Promise<Uint8Array>;
}

/** The clients that are generated from the API description. */
export const DOWNLOADS = {
  python: {
    fileName: 'perkmint.py',
    contentType: 'text/x-python;charset=utf-8',
    build: generatePythonModule,
  },
  wheel: {
    fileName: getWheelName(),
    contentType: WHEEL_TYPE,
    build: document => buildPythonWheel(generatePythonModule(document)),
  },
  typescript: {
    fileName: 'perkmint.ts',
    contentType: 'application/typescript;charset=utf-8',
    build: generateTypeScriptModule,
  },
  tarball: { fileName: getTarballName(), contentType: TARBALL_TYPE, build: buildTarball },
  n8n: { fileName: getN8nPackageName(), contentType: TARBALL_TYPE, build: buildN8nPackage },
} satisfies Record<string, Download>;

export type DownloadName = keyof typeof DOWNLOADS;
