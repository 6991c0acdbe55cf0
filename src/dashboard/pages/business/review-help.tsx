import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField } from '../../ui/field.tsx';
import { areShortcutsOn } from './review-keys.ts';

const KEYS: [key: string, action: string][] = [
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['J', 'Next submission'],
  ['K', 'Previous submission'],
  ['X', 'Select'],
  ['U', 'Undo the last decision'],
  ['?', 'Show this list'],
];

/** Lists the shortcuts and turns them on or off. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="key-list">
        {KEYS.map(([key, action]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField value={areShortcutsOn} label="Use keyboard shortcuts" />
    </Dialog>
  );
}
