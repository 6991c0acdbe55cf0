import type { Argument, Command, Option } from 'commander';

/** One thing that could stand next on a command line. */
export interface Candidate {
  value: string;
  about: string;
}

/** What could stand next: words of ours, or the names of files. */
export type Completion = Candidate[] | 'files';

const TAKES_FILE = /file|folder/;

/**
 * What could stand in the place of the last word.
 * @param words what follows the program's name, the unfinished last one included, be it empty
 */
export function completeWords(program: Command, words: readonly string[]): Completion {
  const unfinished = words.at(-1) ?? '';
  const { command, positionals, pending } = findCursor(program, words.slice(0, -1));
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
  const argument = command.registeredArguments[positionals] ?? command.registeredArguments.at(-1);
  return argument ? filterByPrefix(completeValue(argument), unfinished) : [];
}

/** A line a candidate, its meaning behind a tab; a single `:files` asks the shell for names of files. */
export function formatCompletion(completion: Completion): string {
  if (completion === 'files') return ':files\n';
  return completion.map(({ value, about }) => `${value}\t${about}\n`).join('');
}

interface CursorContext {
  command: Command;
  /** How many arguments of the command are given already. */
  positionals: number;
  /** The option whose value comes next. */
  pending: Option | undefined;
}

function findCursor(program: Command, words: readonly string[]): CursorContext {
  let command = program;
  let positionals = 0;
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
    else positionals++;
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
