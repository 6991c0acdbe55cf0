import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'الوكلاء',
  intro: 'ربط مساعد ذكاء اصطناعي أو برنامج خاص بهذا النشاط التجاري.',
  reference: 'مرجع API',
  createKey: '1. إنشاء مفتاح API',
  createKeyHow: 'لا يتيح المفتاح إلا ما تسمح به نطاقاته. يُنشأ مفتاح لكل مساعد ليمكن إلغاؤه وحده.',
  keys: 'مفاتيح API',
  askOwner: 'يُطلب مفتاح API من أحد مالكي هذا النشاط التجاري.',
  otherLanguages: 'لغات أخرى',
  otherLanguagesHow:
    'يمكن تصفح كل استدعاء وتجربته في [مرجع API]، وهو متاح أيضًا بصيغة OpenAPI 3.1. يلخص [llms.txt] الواجهة للنماذج اللغوية. في معظم الصفحات زر «عرض كشيفرة».',
  connect: '2. ربط مساعد (MCP)',
  client: 'العميل',
  labels: {
    stdio: 'Claude Desktop وعملاء stdio الآخرون',
    other: 'عميل آخر',
  },
  instructions: {
    terminal: 'يُشغَّل في الطرفية.',
    file: file => `يُضاف إلى ${file}.`,
    stdio: 'يُضاف إلى mcpServers في إعدادات العميل. يتطلب أمر perkmint على ذلك الحاسوب.',
    other: 'لأي عميل يدعم MCP عبر HTTP، يُستخدم عنوان URL هذا والترويسة.',
  },
  replaceKey: key => `يُستبدل ${key} بمفتاحك. ثم يُسأل: «ما المشاركات قيد الانتظار، وهل تبدو حقيقية؟»`,
  python: 'استخدام عميل Python',
  pythonHow: 'وحدة واحدة بأنواع وبلا اعتماديات، لـ Python 3.9 وما بعده.',
  install: 'التثبيت',
  use: 'الاستخدام',
  typescript: 'استخدام عميل TypeScript',
  typescriptHow: 'لـ Node.js 20.3 وما بعده وBun وDeno والمتصفحات، بلا اعتماديات.',
};
