const { NodeApiError } = require('n8n-workflow');

const CREDENTIALS = 'perkmintApi';

/** Calls the API. @returns the `data` of its response @throws NodeApiError with the error that it responds with */
async function callApi(node, { method, path, query = {}, headers = {}, body }, itemIndex = 0) {
  const { server } = await node.getCredentials(CREDENTIALS, itemIndex);
  const request = {
    method,
    url: `${String(server).replace(/\/+$/, '')}/api/v1${path}`,
    qs: query,
    headers,
    json: true,
    ...(body === undefined ? {} : { body }),
  };
  try {
    const response = await node.helpers.httpRequestWithAuthentication.call(node, CREDENTIALS, request);
    return response.data;
  } catch (error) {
    const { message, code } = error.response?.data?.error ?? error.context?.data?.error ?? {};
    const description = code === undefined ? undefined : `${code} (${method} ${path})`;
    throw new NodeApiError(node.getNode(), error, { message, description, itemIndex });
  }
}

module.exports = { callApi, CREDENTIALS };
