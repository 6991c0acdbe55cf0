import { Component, type ComponentChildren } from 'preact';
import { reportError } from '../data/report-error.ts';
import { toApiError } from '../data/resource.ts';
import { shell as t } from '../messages/shell/index.ts';
import { ErrorState } from './states.tsx';

/** Shows an error with a reload button in place of children that can't be rendered. */
export class ErrorBoundary extends Component<{ children: ComponentChildren }, { cause?: unknown }> {
  static override getDerivedStateFromError(cause: unknown) {
    return { cause };
  }

  override componentDidCatch(cause: unknown) {
    reportError(cause);
  }

  override render() {
    const { cause } = this.state;
    if (!cause) return this.props.children;
    return <ErrorState error={toApiError(cause)} onRetry={() => location.reload()} label={t.reload} />;
  }
}
