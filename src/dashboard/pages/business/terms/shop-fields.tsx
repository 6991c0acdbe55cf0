import { type Signal, signal } from '@preact/signals';
import type { ShopItem } from '../../../../programs/model.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { NumberField, parseNumber, TextField, toNumberText } from '../../../ui/field.tsx';
import { createPrize, describePrize, type Prize, PrizeFields, toPrize } from './prize-fields.tsx';
import { type AskToRemove, TermRow } from './term-row.tsx';

/** Form state of a shop item. */
interface ShopRow {
  key: number;
  name: Signal<string>;
  points: Signal<string>;
  stock: Signal<string>;
  perMember: Signal<string>;
  prize: Prize;
  /** The saved item, including fields this form doesn't edit. */
  savedItem: ShopItem | undefined;
}

let lastKey = 0;

export function createShopRow(item?: ShopItem): ShopRow {
  lastKey += 1;
  return {
    key: lastKey,
    name: signal(item?.name ?? ''),
    points: signal(toNumberText(item?.points)),
    stock: signal(toNumberText(item?.stock)),
    perMember: signal(toNumberText(item?.perMember)),
    prize: createPrize(item?.reward ?? { type: 'item' }),
    savedItem: item,
  };
}

/** Returns the item to send. */
export function toShopItem({ name, points, stock, perMember, prize, savedItem }: ShopRow): ShopItem {
  return {
    ...savedItem,
    name: name.value,
    points: parseNumber(points) ?? 0,
    stock: parseNumber(stock) ?? null,
    perMember: parseNumber(perMember) ?? null,
    reward: toPrize(prize) as ShopItem['reward'],
  };
}

interface ShopFieldsProps {
  rows: Signal<ShopRow[]>;
  onRemove: AskToRemove;
}

/** Says what an item costs and gives. */
function describeItem({ points, prize, stock }: ShopRow): string {
  if (points.value === '') return '';
  const price = formatText(t.targets.points, { count: parseNumber(points) ?? 0 });
  const left = stock.value === '' ? price : formatText(t.inStock, { points: price, stock: stock.value });
  return [left, describePrize(prize)].filter(Boolean).join(' → ');
}

/** Edits the items of the reward shop, one row each. */
export function ShopFields({ rows, onRemove }: ShopFieldsProps) {
  return (
    <Card
      title={t.shop.title}
      actions={
        <Button
          isSmall
          icon="plus"
          onClick={() => {
            rows.value = [...rows.value, createShopRow()];
          }}
        >
          {t.shop.add}
        </Button>
      }
    >
      {rows.value.length === 0 && <p class="hint">{t.shop.none}</p>}
      {rows.value.map((row, index) => (
        <TermRow
          key={row.key}
          name={row.name.value}
          unnamed={t.shop.new}
          summary={describeItem(row)}
          isSaved={row.savedItem !== undefined}
          path={`rewards.shop.${index}`}
          onRemove={() =>
            onRemove(row.name.value, row.savedItem !== undefined, () => {
              rows.value = rows.value.filter(other => other !== row);
            })
          }
        >
          <TextField label={t.name} value={row.name} name="name" isRequired />
          <NumberField label={t.points} value={row.points} name="points" isRequired />
          <PrizeFields prize={row.prize} path="reward" />
          <NumberField label={t.stock} value={row.stock} name="stock" />
          <NumberField label={t.perMember} value={row.perMember} name="perMember" />
        </TermRow>
      ))}
    </Card>
  );
}
