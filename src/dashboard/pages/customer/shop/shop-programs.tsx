import type { Shop } from '../../../../shops/model.ts';
import { query } from '../../../data/router.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { describeBenefits } from './benefits.ts';

/** The programs of a shop, each with what members get and the way to join, which keeps the code of a member's link. */
export default function ShopPrograms({ programs, slug }: Pick<Shop, 'programs' | 'slug'>) {
  const code = query.value.get('ref');
  const search = code ? `&ref=${encodeURIComponent(code)}` : '';
  return (
    <>
      {programs.map(program => (
        <Card key={program.id} title={program.name}>
          {program.description && <p>{program.description}</p>}
          <ul class="benefits">
            {describeBenefits(program).map(text => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <div class="actions">
            <ButtonLink kind="primary" href={`/s/${slug}/join?program=${program.id}${search}`}>
              {t.join}
            </ButtonLink>
          </div>
        </Card>
      ))}
    </>
  );
}
