import type { OpenApiDocument } from './openapi/document.ts';
import { type InputLocation, listOperationCalls, type OperationCall } from './operation-calls.ts';

/** Builds the index from which the dashboard generates code samples; much smaller than the document. */
export function buildOperationsIndex(document: OpenApiDocument) {
  const entries = listOperationCalls(document).map(call => [
    call.id,
    {
      method: call.method.toUpperCase(),
      path: call.path,
      pathFields: listFields(call, 'path'),
      queryFields: listFields(call, 'query'),
      bodyFields: listFields(call, 'body'),
    },
  ]);
  return { success: true, data: Object.fromEntries(entries) };
}

function listFields({ inputs }: OperationCall, wanted: InputLocation): string[] {
  return inputs.filter(({ place }) => place === wanted).map(({ wire }) => wire);
}
