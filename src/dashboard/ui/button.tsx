import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon, type IconSource } from './icon.tsx';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

interface ButtonStyle {
  kind?: Kind;
  icon?: IconSource;
  isSmall?: boolean;
  children?: ComponentChildren;
}

interface ButtonProps extends ButtonStyle {
  type?: 'button' | 'submit';
  onClick?: (event: MouseEvent) => void;
  isDisabled?: boolean;
  /** True while the action runs; the button is disabled then. */
  busy?: ReadonlySignal<boolean>;
  /** Accessible name of an icon-only button. */
  label?: string;
  /** For a button that opens a menu or panel. */
  isExpanded?: boolean;
}

function getButtonClass({ kind = 'plain', isSmall, children }: ButtonStyle): string {
  return `button ${kind}${isSmall ? ' small' : ''}${children ? '' : ' bare'}`;
}

export function Button({
  type = 'button',
  onClick,
  isDisabled,
  busy,
  label,
  isExpanded,
  ...look
}: ButtonProps) {
  const isBusy = busy?.value ?? false;
  return (
    <button
      type={type}
      class={getButtonClass(look)}
      onClick={onClick}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      aria-label={label}
      aria-expanded={isExpanded}
      title={label}
    >
      {look.icon && <Icon name={look.icon} />}
      {look.children}
    </button>
  );
}

/** A link styled as a button, for navigation and downloads only. */
export function ButtonLink({
  href,
  isDownload,
  ...look
}: ButtonStyle & { href: string; isDownload?: boolean }) {
  return (
    <a href={href} class={getButtonClass(look)} download={isDownload}>
      {look.icon && <Icon name={look.icon} />}
      {look.children}
    </a>
  );
}
