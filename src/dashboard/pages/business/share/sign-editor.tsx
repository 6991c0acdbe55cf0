import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CampaignLink } from '../../../../shops/model.ts';
import { useAction } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { saveFile } from '../../../data/save-file.ts';
import { hasPermission } from '../../../data/session.ts';
import { signEditor as t } from '../../../messages/signEditor/index.ts';
import { formatText } from '../../../messages/text.ts';
import { SIGN_FORMATS, type SignFormat } from '../../../sign/formats.ts';
import { renderSign } from '../../../sign/render-sign.ts';
import { measureText, toPdfBlob, toPngBlob, toSvgBlob } from '../../../sign/sign-files.ts';
import { Button } from '../../../ui/button.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { FormError } from '../../../ui/states.tsx';
import { describeTask, formatOffer } from '../../customer/shared/shop-parts.tsx';

const DEFAULT_ACCENT = '#0a6b4d';

interface SignEditorProps {
  link: CampaignLink;
  logo: string | undefined;
  origin: string;
  /** Whether customers can open the address on the sign. */
  isPublic: boolean;
}

/** Preview, sizes, print and download of a sign. Loaded once its content is known, because drawing takes much code. */
export default function SignEditor({ link, logo, origin, isPublic }: SignEditorProps) {
  const { campaign, shop, slug } = link;
  const format = SIGN_FORMATS.find(({ id }) => id === query.value.get('format')) ?? SIGN_FORMATS[0]!;
  const svg = useMemo(() => {
    const content = {
      shopName: shop.name,
      logo,
      offer: formatOffer(campaign.reward),
      task: describeTask(campaign, shop.name),
      instruction: t.scan,
      url: `${origin}/c/${slug}`,
      accent: shop.accentColor ?? DEFAULT_ACCENT,
    };
    return renderSign(content, format, measureText);
  }, [format, slug, logo, origin]);
  const label = formatText(t.signFor, { offer: formatOffer(campaign.reward), shop: shop.name });
  return (
    <div class="sign-editor">
      {!isPublic && <AddressNotice />}
      <SignActions svg={svg} format={format} name={`${slug}-${format.id}`} isPublic={isPublic} />
      <SignSheet svg={svg} format={format} label={label} />
    </div>
  );
}

/** Says in a line that customers can't open the address on the sign. */
function AddressNotice() {
  return (
    <p class="notice warn">
      <span>
        {t.notReachable}{' '}
        {hasPermission('settings') && <a href="/dashboard/settings?section=address">{t.setAddress}</a>}
      </span>
    </p>
  );
}

function FormatChoice({ chosen }: { chosen: SignFormat }) {
  return (
    <label class="inline-select">
      <span class="visually-hidden">{t.size}</span>
      <select value={chosen.id} onChange={event => setQuery({ format: event.currentTarget.value })}>
        {SIGN_FORMATS.map(({ id }) => (
          <option key={id} value={id} selected={id === chosen.id}>
            {t.formats[id]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SignActionsProps {
  svg: string;
  format: SignFormat;
  name: string;
  isPublic: boolean;
}

/** Size, print and download. Printing a sign that customers can't follow takes a second decision. */
function SignActions({ svg, format, name, isPublic }: SignActionsProps) {
  const savePdf = useAction(async () => saveFile(await toPdfBlob(svg, format), `${name}.pdf`));
  const savePng = useAction(async () => saveFile(await toPngBlob(svg, format), `${name}.png`));
  return (
    <div class="sign-controls actions">
      <FormatChoice chosen={format} />
      <Button kind="primary" icon={SHOP_ICONS.printer} isDisabled={!isPublic} onClick={() => print()}>
        {t.print}
      </Button>
      {!isPublic && <Button onClick={() => print()}>{t.printAnyway}</Button>}
      <Button icon={RARE_ICONS.download} busy={savePdf.isBusy} onClick={() => void savePdf.run()}>
        PDF
      </Button>
      <Button icon={RARE_ICONS.download} busy={savePng.isBusy} onClick={() => void savePng.run()}>
        PNG
      </Button>
      <Button icon={RARE_ICONS.download} onClick={() => saveFile(toSvgBlob(svg), `${name}.svg`)}>
        SVG
      </Button>
      <FormError error={savePdf.error.value ?? savePng.error.value} />
    </div>
  );
}

/** Prints on paper of the size of the sign. A style in the files can't: it would apply to all sizes. */
function usePaperSize({ widthMm, heightMm }: SignFormat): void {
  useEffect(() => {
    const paper = new CSSStyleSheet();
    // Slightly less than the paper, because rounding must not start a second sheet.
    paper.replaceSync(`
      @page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }
      @media print { .sign-sheet, .sign-sheet img { width: ${widthMm}mm; height: ${heightMm - 0.5}mm } }`);
    document.adoptedStyleSheets.push(paper);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter(sheet => sheet !== paper);
    };
  }, [widthMm, heightMm]);
}

/** The sign as an image, which is all that is printed. */
function SignSheet({ svg, format, label }: { svg: string; format: SignFormat; label: string }) {
  const url = useSignal<string | undefined>(undefined);
  usePaperSize(format);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(toSvgBlob(svg));
    url.value = objectUrl;
    return () => URL.revokeObjectURL(objectUrl);
  }, [svg]);
  return <div class="sign-sheet">{url.value && <img src={url.value} alt={label} />}</div>;
}
