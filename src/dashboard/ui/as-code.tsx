import { useSignal } from '@preact/signals';
import { Button } from './button.tsx';
import { lazily } from './lazily.tsx';

export interface CodeOf {
  /** As the API description names it, e.g. createCampaign. */
  operation: string;
  /** What the page would send, by field: path, query and body together. */
  values: Record<string, unknown>;
}

const CodeDialog = lazily(() => import('./code-dialog.tsx'));

/** Shows what the page does as a call of curl, the CLI and Python. */
export function AsCode({ operation, values }: CodeOf) {
  const isOpen = useSignal(false);
  return (
    <>
      <Button
        kind="quiet"
        icon="code"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Show as code
      </Button>
      {isOpen.value && (
        <CodeDialog
          operation={operation}
          values={values}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
