import type { AwardLanguage } from '#contract/awards/languages.ts'

/** What a letter says. The team, the day and the address stand in braces. */
interface LetterWords {
  lead: string
  safe: string
  scan: string
  typed: string
  until: string
  birthDate: string
  noPhone: string
  keep: string
  caseReference: string
}

export const letterWords: Record<AwardLanguage, LetterWords> = {
  en: {
    lead: '{team} has help for you.',
    safe: 'You pay nothing. We never ask for your bank details.',
    scan: 'Point the camera of your phone at this square. It opens your page, where you choose how to get your help.',
    typed: 'Or type this into a web browser:',
    until: 'Do this by {day}.',
    birthDate: 'The page asks for your date of birth, so that only you can open it.',
    noPhone: 'No phone, or no internet? Ask {team}. They can do it with you.',
    keep: 'Keep this letter to yourself. It is for you alone.',
    caseReference: 'Case reference',
  },
  cy: {
    lead: 'Mae gan {team} help i chi.',
    safe: 'Nid ydych yn talu dim. Dydyn ni byth yn gofyn am eich manylion banc.',
    scan: 'Pwyntiwch gamera eich ffôn at y sgwâr hwn. Mae’n agor eich tudalen, lle rydych yn dewis sut i gael eich help.',
    typed: 'Neu teipiwch hwn mewn porwr gwe:',
    until: 'Gwnewch hyn erbyn {day}.',
    birthDate: 'Mae’r dudalen yn gofyn am eich dyddiad geni, fel mai dim ond chi all ei hagor.',
    noPhone: 'Dim ffôn, neu ddim rhyngrwyd? Gofynnwch i {team}. Gallan nhw ei wneud gyda chi.',
    keep: 'Cadwch y llythyr hwn i chi’ch hun. I chi yn unig y mae.',
    caseReference: 'Cyfeirnod yr achos',
  },
  pl: {
    lead: '{team} ma dla Ciebie pomoc.',
    safe: 'Nic nie płacisz. Nigdy nie pytamy o dane bankowe.',
    scan: 'Skieruj aparat telefonu na ten kwadrat. Otworzy się Twoja strona, na której wybierzesz, jak dostać pomoc.',
    typed: 'Albo wpisz to w przeglądarce:',
    until: 'Zrób to do {day}.',
    birthDate: 'Strona zapyta o Twoją datę urodzenia, żeby nikt inny nie mógł jej otworzyć.',
    noPhone: 'Nie masz telefonu lub internetu? Zapytaj: {team}. Mogą to zrobić razem z Tobą.',
    keep: 'Nie pokazuj nikomu tego listu. Jest tylko dla Ciebie.',
    caseReference: 'Numer sprawy',
  },
  ro: {
    lead: '{team} are un ajutor pentru dumneavoastră.',
    safe: 'Nu plătiți nimic. Nu cerem niciodată datele dumneavoastră bancare.',
    scan: 'Îndreptați camera telefonului spre acest pătrat. Se deschide pagina dumneavoastră, unde alegeți cum primiți ajutorul.',
    typed: 'Sau scrieți aceasta într-un browser:',
    until: 'Faceți acest lucru până la {day}.',
    birthDate: 'Pagina vă cere data nașterii, ca să o puteți deschide numai dumneavoastră.',
    noPhone: 'Nu aveți telefon sau internet? Întrebați la {team}. O pot face împreună cu dumneavoastră.',
    keep: 'Nu arătați nimănui această scrisoare. Este numai pentru dumneavoastră.',
    caseReference: 'Numărul dosarului',
  },
  uk: {
    lead: '{team} має для вас допомогу.',
    safe: 'Ви нічого не платите. Ми ніколи не питаємо про банківські дані.',
    scan: 'Наведіть камеру телефону на цей квадрат. Відкриється ваша сторінка, де ви оберете, як отримати допомогу.',
    typed: 'Або введіть це у браузері:',
    until: 'Зробіть це до {day}',
    birthDate: 'Сторінка запитає дату народження, щоб її могли відкрити лише ви.',
    noPhone: 'Немає телефону чи інтернету? Зверніться: {team}. Вам допоможуть це зробити.',
    keep: 'Нікому не показуйте цей лист. Він лише для вас.',
    caseReference: 'Номер справи',
  },
  ar: {
    lead: 'لدى {team} مساعدة لك.',
    safe: 'لن تدفع شيئًا. لا نطلب بياناتك المصرفية أبدًا.',
    scan: 'وجّه كاميرا هاتفك إلى هذا المربع. ستفتح صفحتك، وفيها تختار كيف تحصل على المساعدة.',
    typed: 'أو اكتب هذا في متصفح الإنترنت:',
    until: 'افعل ذلك قبل نهاية يوم {day}.',
    birthDate: 'تسأل الصفحة عن تاريخ ميلادك حتى لا يفتحها أحد غيرك.',
    noPhone: 'ليس لديك هاتف أو إنترنت؟ اسأل {team}. يمكنهم القيام بذلك معك.',
    keep: 'لا تُطلع أحدًا على هذه الرسالة. إنها لك وحدك.',
    caseReference: 'رقم الملف',
  },
  ur: {
    lead: 'آپ کے لیے {team} کے پاس مدد ہے۔',
    safe: 'آپ کو کچھ ادا نہیں کرنا۔ ہم کبھی بینک کی تفصیلات نہیں پوچھتے۔',
    scan: 'اپنے فون کا کیمرا اس مربع پر رکھیں۔ آپ کا صفحہ کھل جائے گا، جہاں آپ چنیں گے کہ مدد کیسے لینی ہے۔',
    typed: 'یا یہ کسی ویب براؤزر میں لکھیں:',
    until: 'یہ {day} تک کر لیں۔',
    birthDate: 'صفحہ آپ کی تاریخ پیدائش پوچھے گا، تاکہ صرف آپ اسے کھول سکیں۔',
    noPhone: 'فون یا انٹرنیٹ نہیں ہے؟ آپ {team} سے پوچھیں۔ وہ آپ کے ساتھ یہ کر سکتے ہیں۔',
    keep: 'یہ خط کسی کو نہ دکھائیں۔ یہ صرف آپ کے لیے ہے۔',
    caseReference: 'کیس نمبر',
  },
  bn: {
    lead: 'আপনার জন্য {team} সাহায্য রেখেছে।',
    safe: 'আপনাকে কিছু দিতে হবে না। আমরা কখনও আপনার ব্যাংকের তথ্য চাই না।',
    scan: 'আপনার ফোনের ক্যামেরা এই চৌকো ঘরের দিকে ধরুন। আপনার পাতা খুলবে, সেখানে বেছে নেবেন কীভাবে সাহায্য নেবেন।',
    typed: 'অথবা ওয়েব ব্রাউজারে এটি লিখুন:',
    until: '{day}-এর মধ্যে এটি করুন।',
    birthDate: 'পাতাটি আপনার জন্মতারিখ জানতে চাইবে, যাতে শুধু আপনিই এটি খুলতে পারেন।',
    noPhone: 'ফোন বা ইন্টারনেট নেই? {team}-কে বলুন। তাঁরা আপনার সঙ্গে মিলে এটি করতে পারেন।',
    keep: 'এই চিঠি কাউকে দেখাবেন না। এটি শুধু আপনার জন্য।',
    caseReference: 'কেস নম্বর',
  },
}
