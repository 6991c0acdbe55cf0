import { type Static, Type } from '@sinclair/typebox';
import { Id, Url } from '../platform/schema.ts';

/** Accepted media types, determined from the content. */
export const MEDIA_TYPES: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
];
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

export const Upload = Type.Object(
  { id: Id(), url: Url({ description: 'URL to use as proofUrl' }) },
  { $id: 'Upload' },
);
export type Upload = Static<typeof Upload>;
