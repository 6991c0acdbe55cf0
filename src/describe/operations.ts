import type { OpenApiDocument } from './openapi/document.ts';
import { type OperationCall, operationCalls, type Place } from './operation-calls.ts';

/** What the pages need to show an action of theirs as code, far smaller than the document. */
export function operationsIndex(document: OpenApiDocument) {
  const entries = operationCalls(document).map(call => [
    call.id,
    {
      method: call.method.toUpperCase(),
      path: call.path,
      pathFields: fieldsIn(call, 'path'),
      queryFields: fieldsIn(call, 'query'),
      bodyFields: fieldsIn(call, 'body'),
    },
  ]);
  return { success: true, data: Object.fromEntries(entries) };
}

function fieldsIn({ inputs }: OperationCall, wanted: Place): string[] {
  return inputs.filter(({ place }) => place === wanted).map(({ wire }) => wire);
}
