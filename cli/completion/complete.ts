import type { Argument, Command, Option } from 'commander';

/** A suggested next word. */
export interface Candidate {
  value: string;
  about: string;
}

/** Suggested words, or `files` for file names. */
type Completion = Candidate[] | 'files';

/** The place in a command line at which a word is completed. */
export interface Cursor {
  command: Command;
  /** The arguments before the cursor. */
  positionals: readonly string[];
  /** The option whose value is completed. */
  option: string | undefined;
  unfinished: string;
}

/** Returns values that the declaration of a command doesn't list; undefined if there are none. */
type ReadData = (cursor: Cursor) => Promise<Candidate[] | undefined>;

const TAKES_FILE = /file|folder/;

/**
 * Suggests completions of the last word, those of the data first.
 * @param words the words after the program's name, including the unfinished last one, which may be empty
 */
export async function completeWords(
  program: Command,
  words: readonly string[],
  readData: ReadData,
): Promise<Completion> {
  const unfinished = words.at(-1) ?? '';
  const { command, positionals, pending } = findCursor(program, words.slice(0, -1));
  const found = await readData({ command, positionals, option: pending?.long ?? undefined, unfinished });
  if (found) {
    const flags = unfinished.startsWith('-') && !pending ? completeOptions(command) : [];
    return filterByPrefix([...found, ...flags], unfinished);
  }
  const inline = /^(--[^=]+)=(.*)$/s.exec(unfinished);
  if (inline) {
    const option = findOption(command, inline[1] as string);
    return option ? filterByPrefix(completeValue(option), inline[2] as string, `${inline[1]}=`) : [];
  }
  if (pending) return filterByPrefix(completeValue(pending), unfinished);
  if (unfinished.startsWith('-')) return filterByPrefix(completeOptions(command), unfinished);
  const nouns = command.commands
    .filter(each => each.name() !== 'help')
    .map(each => ({ value: each.name(), about: firstLine(each.description()) }));
  if (nouns.length > 0) return filterByPrefix(nouns, unfinished);
  const argument = command.registeredArguments[positionals.length] ?? command.registeredArguments.at(-1);
  return argument ? filterByPrefix(completeValue(argument), unfinished) : [];
}

/** Formats one candidate per line, with its description after a tab; `:files` asks the shell to complete file names. */
export function formatCompletion(completion: Completion): string {
  if (completion === 'files') return ':files\n';
  return completion.map(({ value, about }) => `${value}\t${about}\n`).join('');
}

interface CursorContext {
  command: Command;
  /** The arguments before the cursor. */
  positionals: string[];
  /** The option that expects a value at the cursor. */
  pending: Option | undefined;
}

function findCursor(program: Command, words: readonly string[]): CursorContext {
  let command = program;
  const positionals: string[] = [];
  let pending: Option | undefined;
  for (const word of words) {
    if (pending) {
      pending = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = findOption(command, word);
      if (option?.required) pending = option;
      continue;
    }
    const next = command.commands.find(each => each.name() === word);
    if (next) command = next;
    else positionals.push(word);
  }
  return { command, positionals, pending };
}

function findOption(command: Command, flag: string): Option | undefined {
  return allOptions(command).find(option => option.long === flag || option.short === flag);
}

function allOptions(command: Command): readonly Option[] {
  return command.parent ? [...command.options, ...allOptions(command.parent)] : command.options;
}

function completeOptions(command: Command): Candidate[] {
  const flags = allOptions(command)
    .filter(({ hidden }) => !hidden)
    .map(({ long, description }) => ({ value: long ?? '', about: firstLine(description) }));
  return [...flags, { value: '--help', about: 'display help for command' }];
}

function completeValue(taker: Option | Argument): Completion {
  const choices = taker.argChoices;
  if (choices) return choices.map(value => ({ value, about: '' }));
  const name = 'flags' in taker ? taker.flags : taker.name();
  return TAKES_FILE.test(name) ? 'files' : [];
}

function filterByPrefix(completion: Completion, start: string, before = ''): Completion {
  if (completion === 'files') return completion;
  return completion
    .filter(({ value }) => value.startsWith(start))
    .map(({ value, about }) => ({ value: before + value, about }));
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
