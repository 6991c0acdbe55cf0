import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Member } from '../../../../programs/members/model.ts';
import type { ListedReward } from '../../../../rewards/model.ts';
import type { ApiError } from '../../../data/api.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { describeError, ErrorState } from '../../../ui/states.tsx';
import { formatMember, hasUnconfirmedPhone } from '../shared/member-labels.ts';
import { ScanButton } from './code-scanner.tsx';
import { type CounterInput, findCertain, readInput } from './counter-input.ts';
import { type Results, useLookup } from './counter-lookup.ts';

const EnrollDialog = lazyComponent(() => import('./enroll-dialog.tsx'));

/** No member is active. */
const NONE = -1;
const SHOWN_DIGITS = 4;
/** A scanner types the whole link of a QR code. */
const MAX_INPUT_LENGTH = 300;

/** The result of a scan or search. */
export type Found = { kind: 'member'; member: Member } | { kind: 'reward'; reward: ListedReward };

interface CounterFieldProps {
  text: string;
  /** False while a member or code is open: then only what is typed is looked up. */
  hasRecent: boolean;
  onText: (text: string) => void;
  onFound: (found: Found) => void;
}

/**
 * The one field of the counter: takes a scan, a code, a phone number or a name. Codes and cards open as soon as they are
 * complete; Enter opens a member who is certain, and only moves through several, of whom a tap or the arrow keys choose one. Whatever is typed elsewhere on the page goes here, as barcode scanners type.
 */
export function CounterField({ text, hasRecent, onText, onFound }: CounterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const active = useSignal(NONE);
  const isChosen = useRef(false);
  // Enter may be pressed before the results are there, by a scanner always.
  const isEnterPending = useRef(false);
  const results = useLookup(text);
  const found = results.data.value;
  const current = found?.text === text ? found : undefined;
  const members = (text !== '' || hasRecent) && current ? current.members : [];
  const certain = current && text !== '' ? findCertain(members, text) : undefined;
  const open = (member: Member | undefined) => {
    isEnterPending.current = false;
    if (member) onFound({ kind: 'member', member });
  };
  useEffect(() => {
    input.current?.focus();
    return typeIntoField(input);
  }, []);
  useEffect(() => {
    if (!current) return;
    isChosen.current = false;
    active.value = certain ? members.indexOf(certain) : NONE;
    if (current.kind === 'card') open(members[0]);
    else if (current.reward) onFound({ kind: 'reward', reward: current.reward });
    else if (isEnterPending.current) enter();
  }, [current]);
  const move = (step: number) => {
    const from = active.value === NONE && step < 0 ? 0 : active.value;
    if (members.length > 0) active.value = (from + step + members.length) % members.length;
  };
  const enter = () => {
    isEnterPending.current = false;
    if (certain && !isChosen.current) open(certain);
    else if (isChosen.current) open(members[active.value]);
    else move(1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (current && (text !== '' || isChosen.current)) enter();
      else isEnterPending.current = text.trim() !== '';
    } else if (event.key === 'Escape') {
      onText('');
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      isChosen.current = true;
      move(event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  const change = (value: string) => {
    isEnterPending.current = false;
    onText(value);
  };
  return (
    <search class="counter-field">
      <label for="counter-input">{t.field}</label>
      <div class="counter-input">
        <input
          ref={input}
          id="counter-input"
          role="combobox"
          aria-expanded={members.length > 0}
          aria-controls="counter-results"
          aria-activedescendant={active.value === NONE ? undefined : `counter-result-${active.value}`}
          aria-autocomplete="list"
          autocomplete="off"
          autocorrect="off"
          spellcheck={false}
          enterkeyhint="go"
          maxLength={MAX_INPUT_LENGTH}
          value={text}
          onInput={event => change(event.currentTarget.value)}
          onKeyDown={press}
        />
        <ScanButton onCode={change} />
      </div>
      <LookupState error={results.error.value} results={current} input={readInput(text)} onFound={open} />
      {text !== '' && members.length > 1 && !certain && <p class="hint">{t.several}</p>}
      <div id="counter-results" role="listbox" aria-label={text ? t.membersFound : t.recentVisitors}>
        {members.map((member, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys work in the field, which names the active option
          <div
            key={member.id}
            id={`counter-result-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active.value}
            onClick={() => open(member)}
          >
            <MemberOption member={member} isSearch={text !== ''} />
          </div>
        ))}
      </div>
    </search>
  );
}

/** A member to choose. Recent visitors have the end of their phone number only, because customers see the screen. */
function MemberOption({ member, isSearch }: { member: Member; isSearch: boolean }) {
  const { phone, email, memberId } = member;
  const number = hasUnconfirmedPhone(member) ? `${phone} (${t.unconfirmed})` : phone;
  const whole = [number, email].filter(Boolean).join(' · ') || (memberId.startsWith('usr_') ? '' : memberId);
  const known = isSearch ? whole : phone ? `··· ${phone.slice(-SHOWN_DIGITS)}` : '';
  return (
    <>
      <strong>{formatMember(member)}</strong>
      <span class="hint">
        {known}
        {member.status !== 'active' && ` · ${shell.states[member.status] ?? member.status}`}
      </span>
      {member.lastVisitAt && <RelativeTime at={member.lastVisitAt} />}
    </>
  );
}

interface LookupStateProps {
  error: ApiError | undefined;
  results: Results | undefined;
  input: CounterInput;
  onFound: (member: Member) => void;
}

/** Says that nothing was found, or why, and offers to enroll who is not a member yet. */
function LookupState({ error, results, input, onFound }: LookupStateProps) {
  if (error?.code === 'NOT_FOUND' || error?.code === 'MEMBER_SUSPENDED')
    return (
      <p class="notice warn" role="alert">
        {describeError(error)}
      </p>
    );
  if (error) return <ErrorState error={error} />;
  if (!results || results.members.length > 0 || results.reward) return null;
  if (input.kind === 'empty') return <p class="hint">{t.noVisitors}</p>;
  return (
    <>
      <p class="notice warn" role="alert">
        {input.kind === 'code' ? t.noCode : t.noMember}
      </p>
      {input.kind === 'search' && <EnrollButton searched={input.q} onEnrolled={onFound} />}
    </>
  );
}

function EnrollButton({ searched, onEnrolled }: { searched: string; onEnrolled: (member: Member) => void }) {
  const enroll = () =>
    openDialog(close => <EnrollDialog searched={searched} onClose={close} onEnrolled={onEnrolled} />);
  return (
    <Button icon="plus" onClick={enroll}>
      {t.newMember}
    </Button>
  );
}

/** Moves the focus to the field when a character is typed outside of fields and dialogs. */
function typeIntoField(field: { current: HTMLInputElement | null }): () => void {
  const focus = (event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isElsewhere = target instanceof Element && !target.closest('input, textarea, select, dialog');
    if (!isElsewhere || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
    field.current?.focus();
    field.current?.select();
  };
  document.addEventListener('keydown', focus);
  return () => document.removeEventListener('keydown', focus);
}
