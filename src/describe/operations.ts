import { type Call, callsOf, type Place } from './calls.ts';
import type { OpenApiDocument } from './document.ts';

/** What the pages need to show an action of theirs as code, far smaller than the document. */
export function operationsIndex(document: OpenApiDocument) {
  const entries = callsOf(document).map(call => [
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

function fieldsIn({ inputs }: Call, wanted: Place): string[] {
  return inputs.filter(({ place }) => place === wanted).map(({ wire }) => wire);
}
