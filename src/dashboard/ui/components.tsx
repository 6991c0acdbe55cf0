import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { query, setQuery } from '../data/router.ts';
import { Button } from './button.tsx';
import type { Option } from './field.tsx';
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
  delivered: 'good',
  pending: 'info',
  open: 'info',
  paused: 'warn',
  discouraged: 'warn',
  disclosure: 'warn',
  rejected: 'bad',
  failed: 'bad',
  forbidden: 'bad',
};

/** The state of a record in its colour, and always in words. */
export function StateBadge({ state }: { state: string }) {
  return <Badge tone={STATE_TONES[state] ?? 'neutral'}>{state}</Badge>;
}

interface PageHeadProps {
  title: string;
  /** A sentence under the heading. */
  intro?: ComponentChildren;
  /** The page's own actions, at the right. */
  children?: ComponentChildren;
  /** Where this page was reached from. */
  back?: { href: string; label: string };
}

let isFirstPage = true;

/** The heading of each page. After a change of page the focus goes to it, so that readers begin there. */
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

/** A figure with its name: for overviews. */
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

export function Stats({ children }: { children: ComponentChildren }) {
  return <dl class="stats">{children}</dl>;
}

/** A filter as a row of links-like buttons, kept in the query of the address; '' is the one without a filter. */
export function FilterTabs({ name, label, options }: { name: string; label: string; options: Option[] }) {
  const chosen = query.value.get(name) ?? '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a look and a legend of its own
    <div class="tabs" role="group" aria-label={label}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === chosen}
          onClick={() => setQuery({ [name]: option.value || null })}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Puts a text into the clipboard, where the browser lets a page do so. */
export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, 2_000);
    } catch {
      toast('The browser does not let this page copy; select the text instead.');
    }
  };
  return (
    <Button isSmall icon={isCopied.value ? 'check' : 'copy'} onClick={() => void copy()}>
      {isCopied.value ? 'Copied' : label}
    </Button>
  );
}

/** A box with a heading. */
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

export type Detail = [name: string, value: ComponentChildren];

/** Names and values of a record; what is false is left out. */
export function DetailList({ items }: { items: (Detail | false)[] }) {
  return (
    <dl class="facts">
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
