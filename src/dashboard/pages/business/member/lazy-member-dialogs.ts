import { lazyModule } from '../../../ui/lazy-component.tsx';

// Pages open them after a click, so they come after the first load.
export const withDialogs = lazyModule(() => import('./member-dialogs.tsx'));
