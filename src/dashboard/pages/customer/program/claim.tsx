import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ClaimableMembership } from '../../../../claims/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { formatText } from '../../../messages/text.ts';
import { PageHead } from '../../../ui/components.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ShopPage, useTitle } from '../shared/shop-parts.tsx';

const ClaimForm = lazyComponent(() => import('./claim-form.tsx'));

/** Takes the code of a card from the counter, shows what is on it, and makes it the visitor's own. */
export default function Claim(_: PageProps) {
  // In the fragment, so that no server logs it.
  const code = useSignal(decodeURIComponent(location.hash.slice(1)));
  const found = useSignal<ClaimableMembership[]>([]);
  const look = useAction(async () => {
    const { memberships } = await send(api.claims.preview.post({ code: code.value }));
    found.value = memberships;
  });
  useEffect(() => {
    if (code.value) void look.run();
  }, []);
  const [first] = found.value;
  const title = first && formatText(t.cardAt, { shop: first.shop.name });
  useTitle(title);
  return (
    <ShopPage {...(first && { shop: first.shop })}>
      <div class="narrow">
        <PageHead title={title ?? t.title} intro={t.intro} />
        {first ? (
          <ClaimForm
            code={code.value}
            memberships={found.value}
            onOtherCode={() => {
              found.value = [];
              code.value = '';
            }}
          />
        ) : (
          <Form class="stack" action={look}>
            <TextField
              hasAutofocus
              label={t.code}
              hint={t.codeHint}
              autocomplete="off"
              maxLength={40}
              value={code}
              name="code"
              isRequired
            />
            <FormActions label={t.next} />
          </Form>
        )}
      </div>
    </ShopPage>
  );
}
