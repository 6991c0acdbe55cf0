import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Ajanlar',
  intro: 'Bu işletmeye bir yapay zekâ asistanı veya kendi yazılımınızı bağlayın.',
  reference: 'API belgeleri',
  createKey: '1. API anahtarı oluşturun',
  createKeyHow:
    'Bir anahtar yalnızca kapsamlarının izin verdiğini yapar. Tek başına iptal edebilmek için her asistana ayrı anahtar oluşturun.',
  keys: 'API anahtarları',
  askOwner: 'Bu işletmenin bir sahibinden API anahtarı isteyin.',
  otherLanguages: 'Diğer diller',
  otherLanguagesHow:
    'Tüm çağrılara [API belgelerinde] bakıp deneyebilirsiniz; OpenAPI 3.1 olarak da vardır. [llms.txt] API’yi dil modelleri için özetler. Çoğu sayfada “Kod olarak göster” düğmesi vardır.',
  connect: '2. Asistan bağlayın (MCP)',
  client: 'İstemci',
  labels: {
    stdio: 'Claude Desktop ve diğer stdio istemcileri',
    other: 'Başka istemci',
  },
  instructions: {
    terminal: 'Bir terminalde çalıştırın.',
    file: file => `${file} dosyasına ekleyin.`,
    stdio: 'İstemci ayarlarında mcpServers bölümüne ekleyin. O bilgisayarda perkmint komutu gerekir.',
    other: 'HTTP üzerinden MCP destekleyen her istemci için bu URL’yi ve başlığı kullanın.',
  },
  replaceKey: key =>
    `${key} yerine anahtarınızı yazın. Sonra sorun: “Hangi gönderiler bekliyor ve gerçek görünüyor mu?”`,
  python: 'Python istemcisini kullanın',
  pythonHow: 'Bağımlılığı olmayan tek bir türlü modül, Python 3.9 ve sonrası için.',
  install: 'Kurulum',
  use: 'Kullanım',
  typescript: 'TypeScript istemcisini kullanın',
  typescriptHow: 'Node.js 20.3 ve sonrası, Bun, Deno ve tarayıcılar için, bağımlılıksız.',
};
