import { offline as t } from '../../../messages/offline/index.ts';

/** Says why a rotating card can't be shown without a connection, and what helps at the counter. */
export default function CardOffline() {
  return <>{t.needsConnection}</>;
}
