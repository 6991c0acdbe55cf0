import { type TSchema, Type } from '@sinclair/typebox';
import { type AppError, ERRORS, type ErrorDetail } from '../errors.ts';
import { oneOf } from '../platform/schema.ts';

/** The schema of a successful answer: `{ success: true, data }`. */
export function ok<T extends TSchema>(data: T) {
  return Type.Object({ success: Type.Literal(true), data });
}

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    perPage: Type.Integer({ minimum: 1 }),
    total: Type.Integer({ minimum: 0 }),
    totalPages: Type.Integer({ minimum: 0 }),
  },
  { $id: 'Pagination' },
);

/** The schema of a list answer: `data.items` and `data.pagination`. */
export function page<T extends TSchema>(item: T) {
  return ok(Type.Object({ items: Type.Array(item), pagination: Pagination }));
}

/** The value of a successful answer. */
export function success<T>(data: T): { success: true; data: T } {
  return { success: true, data };
}

const ErrorCode = oneOf(Object.keys(ERRORS), {
  $id: 'ErrorCode',
  description: 'Machine-readable error code',
});

/** The schema of every failure. */
export const Failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: ErrorCode,
      message: Type.String({ description: 'Human-readable error message' }),
      details: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), issue: Type.String() }), {
          description: 'The invalid fields and what was expected of each',
        }),
      ),
    }),
  },
  { $id: 'Failure' },
);

interface FailureBody {
  success: false;
  error: { code: string; message: string; details?: ErrorDetail[] };
}

export function failure(error: AppError): FailureBody {
  const { code, message, details } = error;
  return { success: false, error: details ? { code, message, details } : { code, message } };
}

/** An AppError as the answer that the wire sees. */
export function failureResponse(error: AppError): Response {
  const headers = new Headers();
  if (error.status === 401) headers.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) headers.set('Retry-After', String(error.retryAfterSeconds));
  return Response.json(failure(error), { status: error.status, headers });
}
