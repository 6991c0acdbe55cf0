import { signal } from '@preact/signals';
import { type ComponentChildren, Fragment } from 'preact';
import { useEffect } from 'preact/hooks';

interface OpenDialog {
  key: number;
  content: ComponentChildren;
}

/** The open dialogs, from the lowest to the highest. */
const dialogs = signal<OpenDialog[]>([]);
let lastKey = 0;

/** Opens a dialog above the page, until `close` is called or the user leaves the page. */
export function openDialog(render: (close: () => void) => ComponentChildren): void {
  lastKey += 1;
  const key = lastKey;
  const close = () => {
    dialogs.value = dialogs.value.filter(dialog => dialog.key !== key);
  };
  // A second click while the first one's dialog loads replaces it, and opens no second one.
  const isLoading = document.querySelectorAll('dialog[open]').length < dialogs.value.length;
  const shown = isLoading ? dialogs.value.slice(0, -1) : dialogs.value;
  dialogs.value = [...shown, { key, content: render(close) }];
}

/** Renders the dialogs that `openDialog` opens. */
export function Dialogs() {
  useEffect(
    () => () => {
      dialogs.value = [];
    },
    [],
  );
  return dialogs.value.map(({ key, content }) => <Fragment key={key}>{content}</Fragment>);
}
