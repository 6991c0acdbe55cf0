class PerkmintApi {
  name = 'perkmintApi';
  displayName = 'Perkmint API';
  icon = 'file:../nodes/Perkmint/perkmint.svg';
  properties = [
    {
      displayName: 'Server',
      name: 'server',
      type: 'string',
      default: '',
      placeholder: 'https://perks.example',
      required: true,
      description: 'The address of the installation, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'From the page API keys. The trigger needs the scopes read and manage.',
    },
  ];
  authenticate = { type: 'generic', properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } } };
  test = {
    request: { baseURL: '={{$credentials.server.replace(new RegExp("/+$"), "")}}', url: '/api/v1/business' },
  };
}

module.exports = { PerkmintApi };
