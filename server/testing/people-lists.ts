import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readListFile } from '#kit/workbook.ts'

/** A file in `people-lists/`, byte for byte as a program writes it (its people are invented), and what a person reads in it. */
interface Sample {
  file: string
  title: string
  contact?: 'phone'
  /** Row, address, the other contact, name, message, amount. */
  people: readonly string[]
  /** Columns that say something, and are none of ours. */
  unread?: readonly string[]
  /** Columns that both fit. */
  question?: readonly string[]
}

export const readSample = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'people-lists', file)))

export function sampleText(file: string): string {
  const read = readListFile(readSample(file))
  return 'text' in read ? read.text : ''
}

export const samples: readonly Sample[] = [
  {
    file: 'bamboohr.csv',
    title: 'BambooHR: the preferred name, work before home, never the manager’s',
    people: [
      '2 | ada@meadow.example | 07700 900501 | Ada Lovelace',
      '3 | grace@meadow.example | 07700 900502 | Grace Hopper',
      '4 | margaret@example.net | 01632 960503 | Margaret Hamilton',
    ],
    unread: [
      'Employee #',
      'Job Title',
      'Department',
      'Location',
      'Reporting to',
      'Manager Email',
      'Status',
      'Hire Date',
    ],
  },
  {
    file: 'blank-first-lines.csv',
    title: 'blank lines first',
    people: ['4 | zoe@meadow.example |  | Zoë Ball', '6 | amy@meadow.example |  | Amy Cole'],
  },
  {
    file: 'czech-windows.csv',
    title: 'Excel’s plain CSV on Windows in Czech',
    people: [
      '2 | jiri@louka.example |  | Jiří Dvořák | Děkuji – skvělá práce',
      '3 | katerina@louka.example |  | Kateřina Němcová',
    ],
  },
  {
    file: 'excel-unicode-text.txt',
    title: 'Excel’s “Unicode Text”',
    people: ['2 | lukasz@meadow.example |  | Łukasz Żak | Thanks, "Luke"', '3 | zoe@meadow.example |  | Zoë Ball'],
  },
  {
    file: 'excel-windows.csv',
    title: 'Excel’s plain CSV on Windows',
    people: [
      '2 | zoe@meadow.example |  | Zoë Ball | Thanks – well done',
      '3 | chloe@meadow.example |  | Chloé Martin | “Bravo”, €5 of flowers',
      '4 | jose@meadow.example |  | José Peña',
    ],
  },
  {
    file: 'excel.xlsx',
    title: 'an Excel workbook: rich text, numbers, rows left out, a hidden first sheet',
    people: [
      '2 | zoe@meadow.example | 447700900801 | Zoë Ball | Thanks,\nZoë & all',
      '5 | hanako@meadow.example | 447700900802 | 山田 花子',
    ],
  },
  {
    file: 'french.csv',
    title: 'French headings, Windows-1252',
    people: [
      '2 | helene@pre.example | 06 39 98 01 01 | Hélène Lefèvre |  | 12,50',
      '3 | remi@pre.example | 06 39 98 01 02 | Rémi Noël |  | 1 250,00',
    ],
    unread: ['Civilité', 'Responsable', 'E-mail du responsable'],
  },
  {
    file: 'german-excel.csv',
    title: 'Excel in German: semicolons, decimal commas',
    people: ['2 | joerg@wiese.example |  | Jörg Groß |  | 12,50', '3 | aenne@wiese.example |  | Änne Öz |  | 7,5'],
  },
  {
    file: 'google-contacts.csv',
    title: 'Google Contacts: work by its label, the first of several, no notes',
    people: [
      '2 | zoe@meadow.example | 020 7946 0101 | Zoë García',
      "3 | ben@meadow.example | 07700 900102 | Ben O'Neill",
      '4 | chloe@example.org |  | Chloé',
    ],
    unread: ['Nickname', 'Organization Name', 'Notes', 'Labels', 'Address 1 - Formatted'],
  },
  {
    file: 'hibob.csv',
    title: 'HiBob',
    people: [
      '2 | dan@meadow.example | +44 7700 900601 | Dan Levy',
      '3 | mia@meadow.example | 020 7946 0602 | Mia Stone',
    ],
    unread: ['Site', 'Department', 'Reports to', 'Reports to email', 'Emergency contact phone', 'Lifecycle status'],
  },
  {
    file: 'italian.csv',
    title: 'Italian headings, last name first',
    people: [
      '2 | niccolo@prato.example | 320 000 0101 | Niccolò Rossi |  | 30',
      '3 | noe@prato.example | 320 000 0102 | Noè Bianchi',
    ],
    unread: ['E-mail responsabile'],
  },
  {
    file: 'marks.csv',
    title: 'marks that no one sees, and control characters',
    people: [
      '2 | alice@meadow.example |  | ada ecilA | Thank you for the launch',
      '3 | sophie@meadow.example |  | Sophie | 👩‍💻 well done',
    ],
  },
  {
    file: 'name-above-address.txt',
    title: 'each name above its address',
    people: ['2 | amy@meadow.example |  | Amy Pond', '4 | bob@meadow.example |  | Bob Reed'],
  },
  {
    file: 'numbers-of-other-scripts.csv',
    title: 'numbers in Arabic-Indic and full-width digits',
    contact: 'phone',
    people: ['2 | 07700 900701 |  | Layla', '3 | 07700 900702 |  | Yuki'],
  },
  {
    file: 'outlook-addresses.txt',
    title: 'the “To” line of Outlook',
    people: [
      "1 | amy@meadow.example |  | Amy O'Neill",
      '1 | bob@meadow.example |  | Bob Reed',
      '1 | bo@meadow.example |  | Bo Lee',
      '1 | cy@meadow.example |  | Cy Pond',
      '2 | dee@meadow.example',
    ],
  },
  {
    file: 'outlook-web.csv',
    title: 'Outlook on the web',
    people: [
      '2 | amelie@meadow.example | 07700 900301 | Amélie Roux',
      '3 | tom@meadow.example | 020 7946 0302 | Tom Reed',
    ],
    unread: ['Nickname', 'Notes'],
  },
  {
    file: 'outlook-windows.csv',
    title: 'Outlook for Windows: Windows-1252, mobile before business, no notes',
    people: [
      '2 | chloe@meadow.example | 07700 900201 | Chloé Martin',
      '3 | jurgen@meadow.example | +44 7700 900202 | Jürgen Weiß',
    ],
    unread: [
      'Middle Name',
      'Company',
      'Business Fax',
      'Anniversary',
      'Birthday',
      'E-mail Display Name',
      'Gender',
      "Manager's Name",
      'Notes',
      'Priority',
      'Private',
      'Referred By',
      'Sensitivity',
    ],
  },
  {
    file: 'personio.csv',
    title: 'Personio in German',
    people: [
      '2 | joerg@wiese.example | +49 1512 3456789 | Jörg Müßig',
      '3 | aenne@wiese.example | +49 1512 1111111 | Änne Öztürk',
    ],
    unread: [
      'Vorgesetzter',
      'E-Mail Vorgesetzter',
      'Notfallkontakt Telefon',
      'Abteilung',
      'Beschäftigungsstatus',
      'Eintrittsdatum',
    ],
  },
  {
    file: 'polish-windows.csv',
    title: 'Excel’s plain CSV on Windows in Polish',
    people: [
      '2 | lukasz@laka.example |  | Łukasz Żak | Dziękuję, świetna robota',
      '3 | malgorzata@laka.example |  | Małgorzata Wójcik',
    ],
  },
  {
    file: 'polish.csv',
    title: 'Polish headings',
    people: ['2 | lucja@laka.example | +48 500 000 101 | Łucja Wójcik |  | 100'],
    unread: ['Przełożony', 'E-mail przełożonego'],
  },
  {
    file: 'sep-line.csv',
    title: 'a line that names the delimiter',
    people: [
      '2 | zoe@meadow.example |  | Zoë Ball | Thanks, Zoë, for all',
      '3 | amy@meadow.example |  | Amy Cole | Well done, Amy',
    ],
  },
  {
    file: 'spanish.csv',
    title: 'Spanish headings',
    people: ['2 | inigo@prado.example | 600 000 101 | Íñigo Peña Gómez | ¡Gracias, Íñigo! | 25,00'],
    unread: ['Correo del jefe', 'Teléfono de emergencia'],
  },
  {
    file: 'thunderbird.csv',
    title: 'Thunderbird',
    people: ['2 | soren@meadow.example | 07700 900401 | Søren Holm', '3 | reception@meadow.example |  | Reception'],
    unread: ['Home Address', 'Web Page 1', 'Notes'],
  },
  {
    file: 'two-addresses.csv',
    title: 'two columns that both fit',
    people: ['2 | zoe@meadow.example |  | Zoe'],
    question: ['Email', 'E-mail address'],
  },
  {
    file: 'utf-16-be.csv',
    title: 'UTF-16, the other way round',
    people: ['2 | nikos@meadow.example |  | Νίκος Παπάς', '3 | zoe@meadow.example |  | Zoë Ball'],
  },
  {
    file: 'utf-16-le-unmarked.csv',
    title: 'UTF-16 without its mark',
    people: ['2 | zoe@meadow.example |  | Zoe Ball', '3 | anna@meadow.example |  | Anna Novák'],
  },
  {
    file: 'workday.xlsx',
    title: 'Workday: titles above its headings',
    people: ['5 | ada@meadow.example | +44 7700 900901 | Ada Lovelace', '6 | grace@meadow.example |  | Grace Hopper'],
    unread: ['Employee ID', 'Manager', 'Manager Email'],
  },
]
