import type { AwardLanguage } from '#contract/awards/languages.ts'

/**
 * What messages to an award's person say: plain words, nothing of how much or why, and none of gifts. Those that no one has reviewed are machine
 * drafts (contract/awards/languages.ts).
 */
interface AwardWords {
  /**
   * A text. Networks charge by segment (3GPP 23.038): what can be written in the letters of GSM 7 is, Polish and Romanian without their marks,
   * as people there text; what cannot has 70 characters a segment, and says less. None is longer than three with a name of usual length.
   */
  text: (team: string, url: string) => string
  /** How its reader says that they want no more. */
  stop: (url: string, canReply: boolean) => string
  subject: (team: string) => string
  preheader: string
  heading: string
  intro: (team: string) => string
  safe: string
  alone: string
  action: string
  why: (team: string) => string
  linkHint: string
  sentWith: (team: string) => string
}

export const awardWords: Record<AwardLanguage, AwardWords> = {
  en: {
    text: (team, url) =>
      `${team} has help for you. Open this page to get it: ${url}\nYou pay nothing. We never ask for bank details.`,
    stop: (url, canReply) => `No more texts: ${canReply ? 'reply STOP or ' : ''}${url}`,
    subject: (team) => `Help for you from ${team}`,
    preheader: 'Open the page to choose how to get it.',
    heading: 'Help for you',
    intro: (team) => `${team} has help for you. Open the page to choose how to get it.`,
    safe: 'You pay nothing. We never ask for your bank details.',
    alone: 'Keep this link to yourself: it is for you alone.',
    action: 'Open the page',
    why: (team) => `You get this because ${team} is helping you. Ask them if you did not expect it.`,
    linkHint: 'If the button does not work, copy this into your browser:',
    sentWith: (team) => `Posy sends this support for ${team}.`,
  },
  cy: {
    text: (team, url) =>
      `Mae gan ${team} help i chi. Agorwch y dudalen hon: ${url}\nNid ydych yn talu dim. Fyddwn ni byth yn gofyn am fanylion banc.`,
    stop: (url, canReply) => `Dim mwy o negeseuon: ${canReply ? 'atebwch STOP neu ' : ''}${url}`,
    subject: (team) => `Cymorth i chi gan ${team}`,
    preheader: 'Agorwch y dudalen i ddewis sut i’w gael.',
    heading: 'Cymorth i chi',
    intro: (team) => `Mae gan ${team} gymorth i chi. Agorwch y dudalen i ddewis sut i’w gael.`,
    safe: 'Nid ydych yn talu dim. Fyddwn ni byth yn gofyn am eich manylion banc.',
    alone: 'Cadwch y ddolen hon i chi’ch hun: i chi yn unig y mae.',
    action: 'Agor y dudalen',
    why: (team) => `Rydych yn cael hwn am fod ${team} yn eich helpu. Gofynnwch iddynt os nad oeddech yn ei ddisgwyl.`,
    linkHint: 'Os nad yw’r botwm yn gweithio, copïwch hwn i’ch porwr:',
    sentWith: (team) => `Mae Posy yn anfon y cymorth hwn ar ran ${team}.`,
  },
  pl: {
    text: (team, url) =>
      `${team} ma dla Ciebie pomoc. Otworz te strone: ${url}\nNic nie placisz. Nigdy nie pytamy o dane bankowe.`,
    stop: (url, canReply) => `Bez SMS-ow: ${canReply ? 'odpisz STOP lub ' : ''}${url}`,
    subject: (team) => `Pomoc dla Ciebie: ${team}`,
    preheader: 'Otwórz stronę, aby wybrać, jak ją otrzymać.',
    heading: 'Pomoc dla Ciebie',
    intro: (team) => `${team} ma dla Ciebie pomoc. Otwórz stronę, aby wybrać, jak ją otrzymać.`,
    safe: 'Nic nie płacisz. Nigdy nie pytamy o dane Twojego konta bankowego.',
    alone: 'Nikomu nie pokazuj tego linku: jest tylko dla Ciebie.',
    action: 'Otwórz stronę',
    why: (team) => `Dostajesz tę wiadomość, bo pomaga Ci ${team}. Zapytaj tam, jeśli się jej nie spodziewasz.`,
    linkHint: 'Jeśli przycisk nie działa, skopiuj to do przeglądarki:',
    sentWith: (team) => `Posy wysyła tę pomoc w imieniu: ${team}.`,
  },
  ro: {
    text: (team, url) =>
      `${team} are un ajutor pentru dvs. Deschideti pagina: ${url}\nNu platiti nimic. Nu cerem niciodata date bancare.`,
    stop: (url, canReply) => `Fara SMS-uri: ${canReply ? 'raspundeti STOP sau ' : ''}${url}`,
    subject: (team) => `Ajutor pentru dumneavoastră de la ${team}`,
    preheader: 'Deschideți pagina ca să alegeți cum îl primiți.',
    heading: 'Ajutor pentru dumneavoastră',
    intro: (team) => `${team} are un ajutor pentru dumneavoastră. Deschideți pagina ca să alegeți cum îl primiți.`,
    safe: 'Nu plătiți nimic. Nu cerem niciodată datele bancare.',
    alone: 'Nu arătați nimănui acest link: este numai pentru dumneavoastră.',
    action: 'Deschideți pagina',
    why: (team) => `Primiți acest mesaj pentru că ${team} vă ajută. Întrebați acolo dacă nu vă așteptați la el.`,
    linkHint: 'Dacă butonul nu funcționează, copiați aceasta în browser:',
    sentWith: (team) => `Posy trimite acest ajutor pentru ${team}.`,
  },
  uk: {
    text: (team, url) => `${team} має для вас допомогу: ${url}\nВи нічого не платите.`,
    stop: (url, canReply) => `Без SMS: ${canReply ? 'відповідь STOP або ' : ''}${url}`,
    subject: (team) => `Допомога для вас: ${team}`,
    preheader: 'Відкрийте сторінку, щоб вибрати, як її отримати.',
    heading: 'Допомога для вас',
    intro: (team) => `${team} має для вас допомогу. Відкрийте сторінку, щоб вибрати, як її отримати.`,
    safe: 'Ви нічого не платите. Ми ніколи не питаємо банківських даних.',
    alone: 'Нікому не показуйте це посилання: воно лише для вас.',
    action: 'Відкрити сторінку',
    why: (team) => `Ви отримали це, бо вам допомагає ${team}. Запитайте там, якщо ви цього не чекали.`,
    linkHint: 'Якщо кнопка не працює, скопіюйте це у браузер:',
    sentWith: (team) => `Цю допомогу надсилає Posy від імені: ${team}.`,
  },
  ar: {
    text: (team, url) => `لدى ${team} مساعدة لك:\n${url}\nلن تدفع شيئًا.`,
    stop: (url, canReply) => `لإيقاف الرسائل: ${canReply ? 'أرسل STOP أو\n' : '\n'}${url}`,
    subject: (team) => `مساعدة لك من ${team}`,
    preheader: 'افتح الصفحة لتختار كيف تحصل عليها.',
    heading: 'مساعدة لك',
    intro: (team) => `لدى ${team} مساعدة لك. افتح الصفحة لتختار كيف تحصل عليها.`,
    safe: 'لا تدفع شيئًا. لا نطلب أبدًا بياناتك المصرفية.',
    alone: 'لا تُطلع أحدًا على هذا الرابط: إنه لك وحدك.',
    action: 'افتح الصفحة',
    why: (team) => `وصلك هذا لأن ${team} يساعدك. اسألهم إن لم تكن تتوقعه.`,
    linkHint: 'إن لم يعمل الزر، فانسخ هذا إلى متصفحك:',
    sentWith: (team) => `ترسل Posy هذه المساعدة نيابة عن ${team}.`,
  },
  ur: {
    text: (team, url) => `آپ کے لیے ${team} کے پاس مدد ہے:\n${url}\nآپ کو کچھ ادا نہیں کرنا۔`,
    stop: (url, canReply) => `مزید SMS نہیں: ${canReply ? 'STOP لکھ بھیجیں یا\n' : '\n'}${url}`,
    subject: (team) => `آپ کے لیے ${team} کی طرف سے مدد`,
    preheader: 'صفحہ کھولیں اور چنیں کہ آپ اسے کیسے لیں گے۔',
    heading: 'آپ کے لیے مدد',
    intro: (team) => `آپ کے لیے ${team} کے پاس مدد ہے۔ صفحہ کھولیں اور چنیں کہ آپ اسے کیسے لیں گے۔`,
    safe: 'آپ کو کچھ ادا نہیں کرنا۔ ہم کبھی آپ کے بینک کی تفصیل نہیں پوچھتے۔',
    alone: 'یہ لنک کسی کو نہ دکھائیں: یہ صرف آپ کے لیے ہے۔',
    action: 'صفحہ کھولیں',
    why: (team) => `یہ آپ کو اس لیے ملا کہ ${team} آپ کی مدد کر رہے ہیں۔ اگر آپ کو اس کی توقع نہ تھی تو ان سے پوچھیں۔`,
    linkHint: 'اگر بٹن کام نہ کرے تو یہ اپنے براؤزر میں نقل کریں:',
    sentWith: (team) => `یہ مدد ${team} کی طرف سے Posy بھیجتا ہے۔`,
  },
  bn: {
    text: (team, url) => `আপনার জন্য ${team} সাহায্য রেখেছে:\n${url}\nআপনাকে কিছু দিতে হবে না।`,
    stop: (url, canReply) => `আর SMS নয়: ${canReply ? 'STOP লিখে পাঠান বা\n' : '\n'}${url}`,
    subject: (team) => `আপনার জন্য ${team}-এর সাহায্য`,
    preheader: 'পাতাটি খুলে বেছে নিন কীভাবে নেবেন।',
    heading: 'আপনার জন্য সাহায্য',
    intro: (team) => `${team} আপনার জন্য সাহায্য রেখেছে। পাতাটি খুলে বেছে নিন কীভাবে নেবেন।`,
    safe: 'আপনাকে কিছু দিতে হবে না। আমরা কখনও আপনার ব্যাংকের তথ্য চাই না।',
    alone: 'এই লিংক কাউকে দেখাবেন না: এটি শুধু আপনার জন্য।',
    action: 'পাতাটি খুলুন',
    why: (team) => `${team} আপনাকে সাহায্য করছে বলে এটি পেয়েছেন। এটি আশা না করলে তাদের জিজ্ঞাসা করুন।`,
    linkHint: 'বোতামটি কাজ না করলে এটি আপনার ব্রাউজারে কপি করুন:',
    sentWith: (team) => `${team}-এর হয়ে Posy এই সাহায্য পাঠায়।`,
  },
}
