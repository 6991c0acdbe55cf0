import { pascalCase, splitWords } from '../../../platform/names.ts';
import type { Components, OpenApiDocument, Schema } from '../document.ts';
import fields from './fields.json';
import schemaDescriptions from './schemas.json';

/**
 * Descriptions of fields by name, for those without their own. A name with its parents takes precedence, and one that
 * begins with a component takes precedence over all: `Wallet.perks.available`, `perks.available`, `available`.
 */
const FIELD_DESCRIPTIONS: Readonly<Record<string, string>> = fields;
/** Descriptions of components by name, unless the schema has its own. */
const SCHEMA_DESCRIPTIONS: Readonly<Record<string, string>> = schemaDescriptions;
/** Placeholder of the record that a field belongs to. */
const RECORD = '{record}';

/**
 * Describes the components and fields that have no description of their own, because integrators and agents read them
 * outside of their context. Changes the components.
 */
export function completeDescriptions({ schemas }: Pick<Components, 'schemas'>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const about = schema.description ?? SCHEMA_DESCRIPTIONS[name] ?? describeList(name, schema);
    if (about) schemas[name] = { description: about, ...schema };
    describeFields(schemas[name] as Schema, name, []);
    wordDefaults(schemas[name] as Schema);
  }
}

/**
 * Moves the defaults of optional fields into their descriptions, because generators take a field with a default for one
 * that is always present, also in requests.
 */
function wordDefaults(schema: Schema): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    wordDefaults(property);
    if (property.default === undefined || schema.required?.includes(field)) continue;
    const { default: value, description, ...rest } = property;
    const word = `default: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
    const isSaid = /\bdefaults?\b/i.test(description ?? '');
    (schema.properties as Record<string, Schema>)[field] = {
      description: isSaid ? (description as string) : `${description}; ${word}`,
      ...rest,
    };
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])];
  for (const part of parts) wordDefaults(part);
}

function describeList(name: string, { properties }: Schema): string | undefined {
  if (!properties?.pagination) return undefined;
  return `A page of ${nameRecord(name.replace(/List$/, ''), [])} records, and its position in the list.`;
}

function describeFields(schema: Schema, owner: string, path: string[]): void {
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    const at = [...path, field];
    const about = property.description ?? findDescription(owner, at);
    // A reference has the description of its component unless the field says more.
    if (about && !(property.$ref && !property.description && !isSpecific(owner, at)))
      (schema.properties as Record<string, Schema>)[field] = { description: about, ...property };
    describeFields((schema.properties as Record<string, Schema>)[field] as Schema, owner, at);
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) describeFields(part, owner, path);
  for (const part of [
    schema.items,
    schema.additionalProperties,
    ...Object.values(schema.patternProperties ?? {}),
  ])
    if (typeof part === 'object') describeFields(part, owner, path);
}

/** Returns `Campaign` for `NewCampaign`, `ListedCampaign` and `CampaignChange`. */
function toNoun(owner: string): string {
  return owner.replace(/^(New|Issued|Listed)(?=[A-Z])|(Change|Request)$/g, '');
}

function listSpecific(owner: string, path: string[]): string[] {
  return [owner, toNoun(owner)].map(name => `${name}.${path.join('.')}`);
}

function isSpecific(owner: string, path: string[]): boolean {
  return listSpecific(owner, path).some(name => Object.hasOwn(FIELD_DESCRIPTIONS, name));
}

function findDescription(owner: string, path: string[]): string | undefined {
  const suffixes = path.map((_, index) => path.slice(index).join('.'));
  const found = [...listSpecific(owner, path), ...suffixes].find(name =>
    Object.hasOwn(FIELD_DESCRIPTIONS, name),
  );
  return found === undefined
    ? undefined
    : FIELD_DESCRIPTIONS[found]?.replace(RECORD, () => nameRecord(owner, path));
}

/** Records that the fields of a component describe, if its name says something else. */
const RECORDS: Record<string, string> = {
  AccountSession: 'login',
  Adjustment: 'correction',
  AppliedAdjustment: 'correction',
  BestReward: 'reward',
  BillingStatus: 'subscription',
  BulkCampaign: 'campaigns',
  BusinessUser: 'user',
  CampaignAction: 'action',
  CashbackRefund: 'refund',
  ComplianceCard: 'campaign',
  InboundOrder: 'order',
  IndustryBenchmark: 'industry',
  LegalRule: 'rule',
  MailPreview: 'mail',
  MarketPerk: 'perk',
  MemberCard: 'card',
  MemberOfGoal: 'member',
  MergedMembers: 'merge',
  OpenReward: 'reward',
  PerkPrice: 'perk',
  RecordedVisit: 'visit',
  ReferralRecord: 'referral',
  ShopOrder: 'purchase',
  ShopProgram: 'program',
  ShopSummary: 'shop',
  TeamMember: 'user',
};

/** Returns `campaign` for a field of `NewCampaign` or of `campaigns`. */
function nameRecord(owner: string, path: string[]): string {
  const parent = path
    .at(-2)
    ?.replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '');
  const name = pascalCase(parent ?? toNoun(owner));
  return (
    RECORDS[name] ??
    splitWords(name)
      .join(' ')
      .replace(/^api\b/, 'API')
  );
}

/** Lists what the document does not describe: operations, parameters, components and their fields. */
export function listUndescribed(document: OpenApiDocument): string[] {
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods));
  const webhooks = Object.entries(document.webhooks);
  const { schemas, parameters } = document.components;
  return [
    ...operations
      .filter(({ description }) => !description)
      .map(({ operationId }) => `operation ${operationId}`),
    ...webhooks.filter(([, { post }]) => !post.description).map(([kind]) => `webhook ${kind}`),
    ...operations.flatMap(({ operationId, parameters: own = [] }) =>
      own.flatMap(node =>
        '$ref' in node || node.description ? [] : [`parameter ${operationId} ${node.name}`],
      ),
    ),
    ...Object.entries(parameters).flatMap(([name, { description }]) =>
      description ? [] : [`parameter ${name}`],
    ),
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      ...(schema.description ? [] : [`schema ${name}`]),
      ...listUndescribedFields(schema, name, schemas),
    ]),
    ...operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap(node =>
        Object.values((node && 'content' in node && node.content) || {}).flatMap(({ schema }) =>
          listUndescribedFields(schema, operationId, schemas),
        ),
      ),
    ),
  ];
}

function listUndescribedFields(schema: Schema, at: string, schemas: Record<string, Schema>): string[] {
  const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const target = property.$ref ? schemas[property.$ref.split('/').at(-1) as string] : undefined;
      const own = property.description || target?.description ? [] : [`field ${at}.${name}`];
      return [...own, ...listUndescribedFields(property, `${at}.${name}`, schemas)];
    }),
    ...inner.flatMap(part => (typeof part === 'object' ? listUndescribedFields(part, at, schemas) : [])),
  ];
}
