/** A phrase that does not belong in this project's English, and what to write in its place. */
export interface LanguageRule {
  name: string;
  pattern: RegExp;
  instead: string;
  /** A line that breaks the rule. */
  example: string;
}

/** The recurring faults of the first version's texts, in code, comments, tests and documents. */
export const LANGUAGE_RULES: LanguageRule[] = [
  {
    name: 'no pronoun for a role',
    // The literal 'nobody' is an account of Unix.
    pattern: /\b(whoever|whomever|everybody|anybody|somebody|(?<!'(?=nobody'))nobody)\b/i,
    instead: 'name the role: user, customer, caller, no user',
    example: '// Whoever holds the key may call it.',
  },
  {
    name: 'no doc comment that starts with a relative clause',
    pattern: /\/\*\* (What|Who|Whose|Whom|Where|That|As|Of|Such|All that|One who)\b/,
    instead: 'start with a verb ("Returns…") or a noun phrase ("The number of…")',
    example: '/** What a campaign costs. */',
  },
  {
    name: 'no comment that starts with a relative clause',
    pattern: /\/\/ (What|Who|Whose|Whom) (?!is this|does this)/,
    instead: 'name the subject',
    example: '// What is over takes nothing more.',
  },
  {
    name: 'no "by itself"',
    pattern: /\bby (itself|themselves)\b/,
    instead: 'automatically',
    example: '// The campaign ends by itself.',
  },
  {
    name: 'no "what is left" for a quantity',
    pattern: /\bwhat (is|was) (over|left|due|not)\b/i,
    instead: 'the remainder, the rest, the amount to pay, the unsold units',
    example: '// Returns what is left of the budget.',
  },
  {
    name: 'no "is told" or "gives up" in passing',
    pattern: /\b(is|are) told\b|\bgives? (it |them )?up\b/i,
    instead: 'is notified, is informed; stops, closes, cancels',
    example: '// The owner is told, and the node gives up.',
  },
  {
    name: 'no "stands" for "is defined"',
    pattern: /\bstands? (in|for|here|beside|behind|there|under|next|at)\b/i,
    instead: 'is, is stored, is defined, represents',
    example: '// The limit stands in the config.',
  },
  {
    name: 'no bound after its value',
    pattern:
      /\b(\d+|one|two|three|five|ten) (?!and |with )(\w+ )?at most\b|\bat most an? (second|minute|hour|day|week|month|year)\b/,
    instead: 'up to 5, at most once',
    example: '// Takes 5 at most.',
  },
  {
    name: 'no "so many" for a number',
    pattern: /\bso (many|few|long) (\w+ )?(as|that|times|bytes|seconds|days)?\b/i,
    instead: 'this many, as long as',
    example: '// After so many seconds.',
  },
  {
    name: 'no archaic or private words',
    pattern:
      /\b(clockwork|rehears(e|es|ed|al)|tidings|deeds?|linger(s|ed)?|mend(s|ed)?|thrice|hence|whilst|thereof|in the place of|come(s)? into being)\b/i,
    instead: 'the standard term',
    example: '// The clockwork ends what is over.',
  },
  {
    name: 'no British spelling',
    pattern:
      /\b(behaviour|colour|favour|honour|centre|licen[c]es?|catalogue|judgement|grey|enrolment|fulfilment|(organ|recogn|normal|serial|initial|summar|util|author|priorit|custom)is(e|es|ed|ing|ation))\b/i,
    instead: 'American spelling',
    example: '// The behaviour of the normalised name.',
  },
  {
    name: 'no wrong plural',
    pattern: /(?<![.\d])1 (times|days|items|submissions|campaigns)\b/,
    instead: 'the helper for plurals',
    example: "'Tried 1 times'",
  },
  {
    name: 'no names of the first version',
    pattern:
      /\b(createDoor|DoorParts|createEntrance|visitOf|rememberVisit|ReadyAnswers|AnswerCache|theWorld|handClock|stageOf|playedOnce|workOff|forgetInSlices|massAmender|keptOf|turnAway)\b/,
    instead: 'the name in src/README.md',
    example: 'const door = createDoor(parts);',
  },
];

export interface LanguageProblem {
  line: number;
  text: string;
  rule: LanguageRule;
}

/** Returns the lines of a text that break a rule, in order; a line is reported once per rule. */
export function languageProblems(text: string): LanguageProblem[] {
  return text.split('\n').flatMap((line, index) =>
    LANGUAGE_RULES.filter(rule => rule.pattern.test(line)).map(rule => ({
      line: index + 1,
      text: line.trim(),
      rule,
    })),
  );
}
