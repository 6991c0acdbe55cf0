const { createHmac, timingSafeEqual } = require('node:crypto');
const { callApi, CREDENTIALS } = require('./request.js');
const { events } = require('./operations.json');

const TOLERANCE_SECONDS = 300;
const NOT_FOUND = '404';
const LARGEST_PAGE = { perPage: 100 };

class PerkmintTrigger {
  description = {
    displayName: 'Perkmint Trigger',
    name: 'perkmintTrigger',
    icon: 'file:perkmint.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts when something happens in Perkmint, such as a new reward',
    defaults: { name: 'Perkmint Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: CREDENTIALS, required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        options: events,
        default: [],
        required: true,
        description: 'The types of events that start the workflow',
      },
    ],
  };

  webhookMethods = { default: { checkExists, create, delete: remove } };

  async webhook() {
    const request = this.getRequestObject();
    if (request.rawBody === undefined) await request.readRawBody?.();
    const { secret } = this.getWorkflowStaticData('node');
    if (!isAuthentic(request.rawBody ?? Buffer.alloc(0), this.getHeaderData(), secret)) {
      this.getResponseObject().status(401).json({ error: 'Invalid signature' });
      return { noWebhookResponse: true };
    }
    return { workflowData: [[{ json: this.getBodyData() }]] };
  }
}

/** @returns whether the subscription exists as this workflow needs it; another one is removed */
async function checkExists() {
  const { webhookId } = this.getWorkflowStaticData('node');
  if (webhookId === undefined) return false;
  const { items } = await callApi(this, { method: 'GET', path: '/webhooks', query: LARGEST_PAGE });
  const found = items.find(({ id }) => id === webhookId);
  const wanted = [...this.getNodeParameter('events')].sort();
  const isCurrent =
    found?.status === 'active' &&
    found.url === this.getNodeWebhookUrl('default') &&
    JSON.stringify([...found.events].sort()) === JSON.stringify(wanted);
  if (!isCurrent) await remove.call(this);
  return isCurrent;
}

async function create() {
  const body = {
    url: this.getNodeWebhookUrl('default'),
    events: this.getNodeParameter('events'),
    description: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`,
  };
  const { id, secret } = await callApi(this, { method: 'POST', path: '/webhooks', body });
  Object.assign(this.getWorkflowStaticData('node'), { webhookId: id, secret });
  return true;
}

async function remove() {
  const data = this.getWorkflowStaticData('node');
  if (data.webhookId !== undefined) {
    try {
      await callApi(this, { method: 'DELETE', path: `/webhooks/${data.webhookId}` });
    } catch (error) {
      // Deleted in Perkmint already.
      if (String(error.httpCode) !== NOT_FOUND) return false;
    }
  }
  delete data.webhookId;
  delete data.secret;
  return true;
}

/** Verifies a signature of Standard Webhooks. */
function isAuthentic(body, headers, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': given } = headers;
  if (!secret || !id || !given || !/^\d+$/.test(timestamp ?? '')) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
  const expected = Buffer.from(`v1,${hmac.digest('base64')}`);
  return given.split(' ').some(signature => {
    const each = Buffer.from(signature);
    return each.length === expected.length && timingSafeEqual(each, expected);
  });
}

module.exports = { PerkmintTrigger };
