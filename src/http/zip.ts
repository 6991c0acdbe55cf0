export const ZIP_TYPE = 'application/zip';

/** Returns a response that downloads a ZIP archive, which no cache keeps. */
export function sendZip({ name, zip }: { name: string; zip: ReadableStream<Uint8Array> }): Response {
  return new Response(zip, {
    headers: {
      'Content-Type': ZIP_TYPE,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  });
}
