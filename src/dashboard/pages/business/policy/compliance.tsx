import type { ComplianceCard } from '../../../../campaigns/compliance-model.ts';
import { api } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { saveFile } from '../../../data/save-file.ts';
import { policy as t } from '../../../messages/policy/index.ts';
import { IN_LANGUAGE } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { listParts } from './compliance-parts.ts';

/** The rules, sources, disclosure and acknowledgment of a campaign, to show or to keep as a PDF. */
export default function Compliance({ params }: PageProps) {
  const { id = '' } = params;
  const card = useRead(api.campaigns({ id }).compliance.get, IN_LANGUAGE);
  const savePdf = useAction(async (content: ComplianceCard) => {
    const [{ renderDocument, A4 }, { measureText, toPdfBlob }] = await Promise.all([
      import('../../../sign/render-document.ts'),
      import('../../../sign/sign-files.ts'),
    ]);
    saveFile(await toPdfBlob(renderDocument(listParts(content), measureText), A4), `compliance-${id}.pdf`);
  });
  return (
    <>
      <PageHead
        title={t.compliance}
        intro={t.complianceIntro}
        back={{ href: `/dashboard/campaigns/${id}`, label: t.campaign }}
      >
        {card.data.value && (
          <Button
            icon={RARE_ICONS.download}
            busy={savePdf.isBusy}
            onClick={() => void savePdf.run(card.data.value!)}
          >
            PDF
          </Button>
        )}
      </PageHead>
      <FormError error={savePdf.error.value} />
      <Loaded resource={card} lines={8}>
        {content => (
          <Card>
            <div class="stack breaks-anywhere">
              {listParts(content).map(({ text, kind }, index) => {
                const key = `${index} ${text}`;
                if (kind === 'title') return <h2 key={key}>{text}</h2>;
                return kind === 'heading' ? <h3 key={key}>{text}</h3> : <p key={key}>{text}</p>;
              })}
            </div>
          </Card>
        )}
      </Loaded>
    </>
  );
}
