import { Type } from '@sinclair/typebox';
import { Elysia, t } from 'elysia';
import { IMPORT_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { CSV_TYPE } from '../platform/csv.ts';
import { ReadableFile } from '../platform/runtime/readable-file.ts';
import { Id, PathId } from '../platform/schema.ts';
import { Import, ImportUndo, importOptions, MAX_IMPORT_BYTES } from '../programs/imports/model.ts';
import { IMPORT_TEMPLATE } from '../programs/imports/rules/header.ts';
import { createImport, getImport, listImports, undoImport } from '../programs/imports/service/imports.ts';

export const importRoutes = new Elysia({ name: 'imports', tags: ['Programs'] })
  .use(api)
  .get('/imports', async ({ ctx, query }) => success(await listImports(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'programs',
    tier: 'relaxed',
    query: listQuery({
      programId: Type.Optional(Id('Filter by program')),
      status: severalOf(IMPORT_STATUSES),
      businessId: Type.Optional(Id('Business ID (admins only)')),
    }),
    response: page(Import),
    detail: describeRoute('listImports', 'List imports, newest first'),
  })
  .post(
    '/imports',
    async ({ ctx, body: { file, ...options }, status }) =>
      status(201, success(await createImport(ctx, options, await ReadableFile.open(file.name ?? '')))),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      bodyKind: 'form',
      maxFileBytes: MAX_IMPORT_BYTES,
      idempotent: 'afterwards',
      dryRun: false,
      body: Type.Object(
        { file: t.File({ description: 'CSV file with a header row, up to 64 MiB' }), ...importOptions },
        { $id: 'NewImport' },
      ),
      response: { 201: ok(Import) },
      detail: describeRoute('createImport', 'Import members with their balances from a CSV file', {
        description:
          'Creates members and adds opening balances of points, visits and cashback. Recognizes the exports of Square, Stamp Me, Smile, Stamped and Loopy Loyalty, and the columns of the template. A rejected row names its line and column and does not stop the others; the same file changes nothing the second time. Waits up to 20 seconds; a longer import answers with the status running and continues.',
        errors: ['NOT_FOUND', 'PROGRAM_NOT_ACTIVE'],
      }),
    },
  )
  .get('/imports/template', () => new Response(IMPORT_TEMPLATE, { headers: { 'Content-Type': CSV_TYPE } }), {
    access: 'business',
    scope: 'read',
    permission: 'programs',
    tier: 'relaxed',
    detail: describeRoute(
      'getImportTemplate',
      'Get a CSV file with the columns of an import and an example',
      {
        produces: ['text/csv'],
      },
    ),
  })
  .get('/imports/:id', async ({ ctx, params }) => success(await getImport(ctx, params.id)), {
    access: 'business',
    scope: 'read',
    permission: 'programs',
    tier: 'relaxed',
    params: PathId,
    response: ok(Import),
    detail: describeRoute('getImport', 'Get an import with its progress and rejected rows', {
      errors: ['NOT_FOUND'],
    }),
  })
  .post(
    '/imports/:id/undo',
    async ({ ctx, params, body }) => success(await undoImport(ctx, params.id, body)),
    {
      access: 'business',
      scope: 'write',
      permission: 'programs',
      tier: 'standard',
      idempotent: 'afterwards',
      dryRun: false,
      params: PathId,
      body: ImportUndo,
      response: ok(Import),
      detail: describeRoute('undoImport', 'Undo an import: restore all balances and remove its members', {
        description:
          'Rejected with CONFLICT, naming the members, if members have acted or changed since, unless keepChanged is true.',
        errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICT'],
      }),
    },
  );
