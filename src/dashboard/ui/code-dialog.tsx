import { useSignal } from '@preact/signals';
import { call } from '../data/api.ts';
import { useResource } from '../data/resource.ts';
import { type ApiCall, type Operation, renderSnippets } from '../data/snippets.ts';
import { shell as t } from '../messages/shell/index.ts';
import { CodeBlock } from './code-block.tsx';
import { Dialog } from './dialog.tsx';
import { Loaded } from './states.tsx';

const KINDS = ['curl', 'CLI', 'Python'] as const;

/** Shows one API call as curl, CLI and Python. */
export default function CodeDialog({ operation, values, onClose }: ApiCall & { onClose: () => void }) {
  const operations = useResource(() => call<Record<string, Operation>>('GET', '/operations.json'), []);
  const kind = useSignal<(typeof KINDS)[number]>('curl');
  return (
    <Dialog title={t.showAsCode} onClose={onClose}>
      <Loaded resource={operations}>
        {all => {
          const found = all[operation];
          if (!found) return <p>Operation {operation} not found.</p>;
          const text = renderSnippets(operation, found, values, location.origin)[kind.value];
          return (
            <>
              {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has its own default style */}
              <div class="tabs" role="group" aria-label={t.language}>
                {KINDS.map(name => (
                  <button
                    key={name}
                    type="button"
                    aria-pressed={kind.value === name}
                    onClick={() => {
                      kind.value = name;
                    }}
                  >
                    {name}
                  </button>
                ))}
              </div>
              <CodeBlock text={text} />
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
