import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { areShortcutsOn } from './review-keys.ts';

const KEYS: [key: string, action: keyof typeof t.keys][] = [
  ['A', 'approve'],
  ['R', 'reject'],
  ['J', 'next'],
  ['K', 'previous'],
  ['X', 'select'],
  ['U', 'undo'],
  ['?', 'help'],
];

/** Lists the shortcuts and turns them on or off. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.shortcuts} onClose={onClose}>
      <dl class="key-list">
        {KEYS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t.keys[action]}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField value={areShortcutsOn} label={t.useShortcuts} />
    </Dialog>
  );
}
