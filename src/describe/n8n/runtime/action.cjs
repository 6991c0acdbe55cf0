const { createHash } = require('node:crypto');
const { NodeOperationError } = require('n8n-workflow');
const { callApi, CREDENTIALS } = require('./request.js');
const { operations, properties } = require('./operations.json');

const PAGE_SIZE = 100;

class Perkmint {
  description = {
    displayName: 'Perkmint',
    name: 'perkmint',
    icon: 'file:perkmint.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Campaigns, rewards and loyalty programs of a small business',
    defaults: { name: 'Perkmint' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: CREDENTIALS, required: true }],
    properties,
  };

  async execute() {
    const results = [];
    const items = this.getInputData();
    for (let index = 0; index < items.length; index += 1) {
      try {
        const records = await runOperation(this, index);
        results.push(...records.map(json => ({ json, pairedItem: { item: index } })));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: error.message }, pairedItem: { item: index } });
      }
    }
    return [results];
  }
}

/** @returns the records of a list, or the one result */
async function runOperation(node, index) {
  const operation = operations[node.getNodeParameter('operation', index)];
  const given = readArguments(node, operation, index);
  const request = toRequest(operation, given);
  if (operation.isIdempotent) request.headers = { 'Idempotency-Key': createKey(node, request, index) };
  if (operation.isList) return await readList(node, request, index);
  const data = await callApi(node, request, index);
  if (Array.isArray(data)) return data.map(toRecord);
  return [toRecord(data)];
}

/** Items of n8n are objects. */
function toRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
}

function readArguments(node, { inputs }, index) {
  const options = node.getNodeParameter('options', index, {});
  const given = {};
  for (const input of inputs) {
    const value = input.isRequired ? node.getNodeParameter(input.name, index) : options[input.name];
    if (value !== undefined) given[input.name] = input.isJson ? parseJson(node, input, value, index) : value;
  }
  return given;
}

function parseJson(node, { name }, value, itemIndex) {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw new NodeOperationError(node.getNode(), `${name} must be JSON`, { itemIndex });
  }
}

function toRequest({ method, path, inputs, hasBody }, given) {
  const query = {};
  const body = {};
  let filled = path;
  for (const { name, apiName, place } of inputs) {
    const value = given[name];
    if (value === undefined) continue;
    if (place === 'path') filled = filled.replace(`{${apiName}}`, () => encodeSegment(value));
    else if (place === 'query') query[apiName] = value;
    else body[apiName] = value;
  }
  return { method, path: filled, query, body: hasBody ? body : undefined };
}

/** @throws Error for a value that would change the path */
function encodeSegment(value) {
  const text = String(value);
  if (['', '.', '..'].includes(text)) throw new Error('An ID in the path must not be empty, . or ..');
  return encodeURIComponent(text);
}

/** The same run of the same item has the same key, so that a retry changes nothing twice. */
function createKey(node, request, index) {
  const run = node.evaluateExpression('{{ $runIndex }}', index);
  const facts = [node.getExecutionId(), node.getNode().id, run, index, request];
  return `n8n-${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)}`;
}

async function readList(node, request, index) {
  const isWhole = node.getNodeParameter('returnAll', index);
  const limit = isWhole ? Number.POSITIVE_INFINITY : node.getNodeParameter('limit', index);
  const records = [];
  let cursor = null;
  do {
    const perPage = Math.min(PAGE_SIZE, limit - records.length);
    const query = { ...request.query, perPage, ...(cursor === null ? {} : { after: cursor }) };
    const { items, pagination } = await callApi(node, { ...request, query }, index);
    records.push(...items);
    cursor = pagination.next;
  } while (cursor !== null && records.length < limit);
  return records;
}

module.exports = { Perkmint };
