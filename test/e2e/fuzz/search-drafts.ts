import { listOperationCalls, type OperationCall } from '../../../src/describe/operation-calls.ts';
import { type Draft, toRequest } from './drafts.ts';
import { type Body, bodySchemaOf, exampleBodies, fieldsOf } from './examples.ts';
import { numbered } from './heavy.ts';
import type { Vocabulary } from './values.ts';

/** Names of each kind; a search compares each with all words of the query. */
const RECORDS = 60;
/** Repeated words: the shortest, of which a name holds the most, and one that is long enough for typing errors. */
const WORDS = ['a', 'abcd'];
/** Last words of a query: another of the same, one with a typing error, and one that no name contains. */
const LAST = ['', 'abxd', 'z'];
/** The number of words that a search considers. */
const COUNT = 8;

/** Drafts records with names of as many words as fit, then searches for such names in every list that searches text. */
export function searchDrafts(words: Vocabulary): Draft[] {
  const calls = listOperationCalls(words.document);
  const searches = calls.filter(call => call.inputs.some(({ name }) => name === 'q'));
  const paths = new Set(searches.map(({ path }) => path));
  const makers = calls.filter(call => call.method === 'POST' && paths.has(call.path));
  return [...makers.flatMap(call => namedRecords(words, call)), ...searches.flatMap(searchesOf)];
}

/** Drafts records of one kind; none if they have no name. */
function namedRecords(words: Vocabulary, call: OperationCall): Draft[] {
  const [example] = exampleBodies(words, call);
  const limit = fieldsOf(words.document, bodySchemaOf(call)).find(
    ({ path, schema }) => path.join() === 'name' && schema.maxLength,
  )?.schema.maxLength;
  if (!example || !limit) return [];
  return WORDS.flatMap(word =>
    Array.from({ length: RECORDS }, (_, n) => {
      // Two members can't share a phone number, and all fit without one.
      const body = { ...example, name: filled(word, limit), phone: undefined };
      return draftOf(call, { body: numbered(body, word.length * RECORDS + n) });
    }),
  );
}

function searchesOf(call: OperationCall): Draft[] {
  const limit = call.inputs.find(({ name }) => name === 'q')?.schema.maxLength ?? 0;
  return WORDS.flatMap(word =>
    LAST.flatMap(last =>
      [filled(word, (COUNT - 1) * (word.length + 1)), filled(word, limit - COUNT)].map(q =>
        draftOf(call, { given: { q: `${q} ${last || word}` } }),
      ),
    ),
  );
}

/** Repeats a word up to a length. */
function filled(word: string, length: number): string {
  return `${word} `.repeat(Math.floor(length / (word.length + 1))).trim();
}

/** Drafts a request of a business, which may create all these records. */
function draftOf(call: OperationCall, { given = {}, body }: { given?: object; body?: Body }): Draft {
  return {
    operation: call.id,
    kind: 'heavy',
    caller: 'owner',
    pick: 1,
    build: ids => toRequest(call, { given: { ...given }, body }, 'heavy', 1, ids, undefined),
  };
}
