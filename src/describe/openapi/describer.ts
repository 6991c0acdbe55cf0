import type { OpenApiDocument } from './document.ts';

/** Returns the app's OpenAPI document, generated on the first call. */
export type Describe = () => Promise<OpenApiDocument>;

/**
 * Creates the function that returns the document with the public address of the installation, which an owner can
 * change while the server runs. The document of an address is always the same object.
 * @param getUrl returns the address without a trailing slash
 */
export function createDescriber(
  generate: () => Promise<OpenApiDocument>,
  getUrl: () => Promise<string>,
): Describe {
  let generated: Promise<OpenApiDocument> | undefined;
  let current: { url: string; document: OpenApiDocument } | undefined;
  return async () => {
    generated ??= generate();
    const [document, url] = await Promise.all([generated, getUrl()]);
    if (current?.url !== url) current = { url, document: withUrl(document, url) };
    return current.document;
  };
}

function withUrl(document: OpenApiDocument, url: string): OpenApiDocument {
  const { servers, externalDocs, info } = document;
  const before = servers[0]?.url ?? '';
  if (before === url) return document;
  return {
    ...document,
    info: { ...info, contact: { ...(info.contact as object), url } },
    externalDocs: { ...externalDocs, url: url + externalDocs.url.slice(before.length) },
    servers: servers.map(server => ({ ...server, url })),
  };
}
