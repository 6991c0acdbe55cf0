import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { formatLabel } from '../data/format.ts';
import { query, setQuery } from '../data/router.ts';
import { leavePage } from '../data/unsaved.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from './button.tsx';
import type { Option } from './field.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast.tsx';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const STATE_TONES: Record<string, Tone> = {
  active: 'good',
  approved: 'good',
  confirmed: 'good',
  filled: 'good',
  available: 'good',
  redeemed: 'good',
  delivered: 'good',
  pending: 'info',
  issued: 'info',
  open: 'info',
  paused: 'warn',
  discouraged: 'warn',
  disclosure: 'warn',
  rejected: 'bad',
  failed: 'bad',
  forbidden: 'bad',
};

/** Returns the name of a record's state in the page's language. */
export function formatState(state: string): string {
  return t.states[state] ?? formatLabel(state);
}

/** Shows a record's state as a colored label. @param label the text, if the shared states have none */
export function StateBadge({ state, label }: { state: string; label?: string }) {
  return <Badge tone={STATE_TONES[state] ?? 'neutral'}>{label ?? formatState(state)}</Badge>;
}

interface PageHeadProps {
  title: string;
  /** One sentence below the heading. */
  intro?: ComponentChildren;
  /** The page's actions, on the right. */
  children?: ComponentChildren;
  /** Link to the parent page. */
  back?: { href: string; label: string };
}

let isFirstPage = true;

/** The page heading. It takes the focus after navigation so that screen readers start there. */
export function PageHead({ title, intro, children, back }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <header class="page-head">
      <div>
        {back && (
          <a class="back" href={back.href}>
            <Icon name="back" />
            {back.label}
          </a>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {intro && <p class="intro">{intro}</p>}
      </div>
      {children && <div class="actions">{children}</div>}
    </header>
  );
}

/** A labeled figure. */
export function Stat({
  name,
  value,
  note,
}: {
  name: string;
  value: ComponentChildren;
  note?: ComponentChildren;
}) {
  return (
    <div class="stat">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {note && <dd class="hint">{note}</dd>}
    </div>
  );
}

export function StatList({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>;
}

interface FilterTabsProps {
  name: string;
  label: string;
  options: Option[];
  /** True if the tabs replace a form, so that they ask about unsaved changes first. */
  isGuarded?: boolean;
}

/** A row of filter buttons bound to a query parameter; the option '' means no filter. */
export function FilterTabs({ name, label, options, isGuarded }: FilterTabsProps) {
  const choose = (value: string) => {
    const proceed = () => setQuery({ [name]: value || null });
    if (isGuarded) leavePage(proceed);
    else proceed();
  };
  const chosen = query.value.get(name) ?? '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own default style and needs a legend
    <div class="tabs" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Copies text to the clipboard. */
export function CopyButton({ text, label = t.copy }: { text: string; label?: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, 2_000);
    } catch {
      toast(t.copyFailed);
    }
  };
  return (
    <Button isSmall icon={isCopied.value ? 'check' : 'copy'} onClick={() => void copy()}>
      {isCopied.value ? t.copied : label}
    </Button>
  );
}

/** A person's initials in a circle, next to the name. */
export function Avatar({ name }: { name: string }) {
  const words = name.trim().split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    word => Array.from(word ?? '')[0] ?? '',
  );
  return (
    <span class="avatar" aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  );
}

/** A box with an optional heading. */
export function Card({
  title,
  children,
  actions,
}: {
  title?: string;
  children: ComponentChildren;
  actions?: ComponentChildren;
}) {
  return (
    <section class="card">
      {title && (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

type Detail = [name: string, value: ComponentChildren];

/** Lists names and values; items that are false are skipped. */
export function DetailList({ items }: { items: (Detail | false)[] }) {
  return (
    <dl class="detail-list">
      {items
        .filter(item => item !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
