/**
 * Returns the media type of a file by its content; undefined if it is unknown. The library is loaded when it is first used,
 * because most servers start more often than they receive files.
 */
export async function detectMediaType(bytes: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes))?.mime;
}
