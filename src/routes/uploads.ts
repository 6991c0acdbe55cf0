import { Type } from '@sinclair/typebox';
import { Elysia, t } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { PathId } from '../platform/schema.ts';
import { MEDIA_TYPES, Upload } from '../uploads/model.ts';
import * as uploads from '../uploads/service.ts';

export const uploadRoutes = new Elysia({ name: 'uploads', tags: ['Submissions'] })
  .use(api)
  .post(
    '/uploads',
    async ({ ctx, body, status }) => status(201, success(await uploads.create(ctx, body.file))),
    {
      access: 'any',
      scope: 'write',
      tier: 'standard',
      bodyKind: 'form',
      idempotent: true,
      dryRun: false,
      body: Type.Object({ file: t.File({ description: 'PNG, JPEG, WebP, GIF or PDF file, up to 10 MiB' }) }),
      response: { 201: ok(Upload) },
      detail: describeRoute('createUpload', 'Upload a screenshot as proof', {
        description:
          'Position, camera, time and other metadata of images are removed. Files that no submission uses are deleted after 24 hours.',
        errors: ['LIMIT_REACHED'],
      }),
    },
  )
  .get(
    '/uploads/:id',
    async ({ ctx, params }) => {
      const { file, mediaType } = await uploads.read(ctx, params.id);
      return new Response(file, {
        headers: {
          'Content-Type': mediaType,
          // Keeps browsers from executing a file that is both an image and a page.
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
    },
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params: PathId,
      detail: describeRoute('getUpload', 'Get an uploaded proof file', {
        errors: ['NOT_FOUND'],
        produces: MEDIA_TYPES,
      }),
    },
  );
