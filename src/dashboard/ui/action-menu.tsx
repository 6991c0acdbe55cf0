import { useId, useRef } from 'preact/hooks';
import { Icon, type IconSource } from './icon.tsx';

/** Distance between the button and its menu. */
const GAP_PX = 4;
/** Minimum distance between the menu and the edge of the window. */
const MARGIN_PX = 8;

export interface MenuAction {
  label: string;
  icon?: IconSource;
  isDanger?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

interface ActionMenuProps {
  /** Accessible name of the button, e.g. Actions for Ada. */
  label: string;
  /** Actions that are false are skipped. */
  actions: (MenuAction | false)[];
}

/** A button with three dots that opens the actions of one row. Renders nothing without actions. */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const id = useId();
  const [button, menu] = [useRef<HTMLButtonElement>(null), useRef<HTMLDivElement>(null)];
  const shown = actions.filter(action => action !== false);
  if (shown.length === 0) return null;
  const toggled = ({ newState }: { newState: string }) => {
    if (newState !== 'open' || !button.current || !menu.current) return;
    placeMenu(button.current.getBoundingClientRect(), menu.current);
    menu.current.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  };
  const run = (action: MenuAction) => {
    menu.current?.hidePopover();
    // A dialog that opens returns the focus to here when it closes.
    button.current?.focus();
    action.onClick();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button quiet small bare"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        popovertarget={id}
      >
        <Icon name="more" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        class="action-menu"
        role="menu"
        aria-label={label}
        onToggle={toggled}
        onKeyDown={moveFocus}
      >
        {shown.map(action => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            class={action.isDanger ? 'is-danger' : ''}
            disabled={action.isDisabled}
            onClick={() => run(action)}
          >
            {action.icon && <Icon name={action.icon} />}
            {action.label}
          </button>
        ))}
      </div>
    </>
  );
}

/** Places the menu below its button, or above if there is no space, and inside the window. */
function placeMenu(anchor: DOMRect, menu: HTMLElement): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = anchor.bottom + GAP_PX;
  const top = below + height + MARGIN_PX > innerHeight ? anchor.top - height - GAP_PX : below;
  menu.style.top = `${Math.max(MARGIN_PX, top)}px`;
  const left =
    document.dir === 'rtl' ? Math.min(anchor.left, innerWidth - width - MARGIN_PX) : anchor.right - width;
  menu.style.left = `${Math.max(MARGIN_PX, left)}px`;
}

/** Moves the focus between the menu's items with the arrow keys, Home and End; Tab leaves and closes the menu. */
function moveFocus(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLElement;
  if (event.key === 'Tab') {
    menu.hidePopover();
    return;
  }
  const items = [...menu.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + items.length,
    Home: 0,
    End: items.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items[target % items.length]?.focus();
}
