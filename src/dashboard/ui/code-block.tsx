import { CopyButton } from './components.tsx';

/** Code or a payload with a copy button and an optional title. */
export function CodeBlock({ title, text }: { title?: string; text: string }) {
  return (
    <div class="code-block">
      <header>
        {title && <h3>{title}</h3>}
        <CopyButton text={text} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <pre class="code" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
