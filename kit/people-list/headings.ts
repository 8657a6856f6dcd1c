/** What a word of a heading says about its column. */
type Sense =
  | 'email'
  | 'phone'
  | 'mobile'
  | 'address'
  | 'name'
  | 'whole'
  | 'first'
  | 'last'
  | 'preferred'
  | 'legal'
  | 'person'
  | 'notes'
  | 'message'
  | 'amount'
  | 'work'
  | 'personal'
  | 'main'
  | 'number'
  | 'label'
  | 'never'
  | 'filler'

/** Words of headings in English, German, French, Spanish, Italian and Polish, without accents. */
const WORDS: Record<Sense, string> = {
  email: `email emails mail mails emailaddress emailadresse mailadresse courriel courrier electronique correo electronico
    posta elettronica elettronico poczta poczty elektroniczna elektronicznej`,
  phone: `phone phones telephone tel telefon telefono telefonu telefonnummer rufnummer`,
  mobile: `mobile cell cellphone cellular handy handynummer mobil mobilnummer mobiltelefon mobilfunk mobilfunknummer portable
    movil celular cellulare komorka komorkowy komorkowego gsm sms whatsapp`,
  address: `address addresses adresse adresses direccion indirizzo adres`,
  name: `name names nom nombre nome nazwa`,
  whole: `full display complete fullname displayname vollstandiger ganzer anzeigename complet completo pelne pelna anagrafico`,
  first: `first given fore forename firstname givenname vorname vornamen vor rufname prenom prenoms imie imiona pila`,
  last: `last family surname lastname familyname nachname nachnamen nach familienname zuname famille apellido apellidos cognome
    nazwisko`,
  preferred: `preferred known bevorzugter usage preferido preferito preferowane`,
  legal: `legal official`,
  person: `recipient recipients employee employees worker workers person people colleague colleagues staff member members
    participant participants contact empfanger empfangerin mitarbeiter mitarbeiterin mitarbeitende kollege
    destinataire collaborateur collaboratrice employe employee salarie empleado empleada persona destinatario destinataria
    dipendente collaboratore pracownik odbiorca osoba`,
  notes: `note notes comment comments remark remarks bemerkung bemerkungen notiz notizen kommentar remarque remarques
    commentaire commentaires nota notas comentario comentarios commento commenti notatka notatki uwagi komentarz`,
  message: `message messages greeting greetings dedication nachricht grusstext grusswort grusse botschaft mensaje saludo
    messaggio auguri dedica wiadomosc zyczenia`,
  amount: `amount amounts allowance allowances budget budgets value pounds gbp eur euro euros £ € betrag betrage summe wert
    montant montants valeur somme importe importes cantidad monto valor importo importi valore somma kwota kwoty wartosc`,
  work: `work dienst geschafts firmen arbeits business company office corporate professional geschaftlich geschaftliche dienstlich dienstliche beruflich
    berufliche firma arbeit travail professionnel professionnelle pro entreprise bureau trabajo empresa profesional
    laboral corporativo lavoro ufficio aziendale professionale sluzbowy sluzbowa firmowy firmowa praca`,
  personal: `personal home private other secondary alternate alternative privat private prive privee perso personnel personnelle
    domicile secondaire autre particular casa otro otra secundario privato privata personale altro altra prywatny prywatna
    domowy inny dodatkowy`,
  main: `primary main default haupt principal principale primario primaria glowny glowna`,
  number: `number numbers nummer numero numer nr no`,
  label: `label type typ typo tipo`,
  never: `manager managers managed supervisor supervisors boss lead leader reports reporting report referrer referred referral
    emergency ice kin assistant spouse partner parent child children sender approver mentor buddy by recruiter vorgesetzte
    vorgesetzter vorgesetzten fuhrungskraft teamleiter notfall notfallkontakt empfohlen absender superieur responsable urgence parrain
    expediteur jefe jefa gerente emergencia remitente responsabile capo superiore emergenza mittente przelozony
    przelozonego kierownik kierownika menedzer menedzera chef chefin chefs szef szefa awaryjny nadawca polecajacy fax faxnummer telefax faks pager telex status verified created sent owner id nickname
    yomi phonetic prefix suffix photo url`,
  filler: `of the de du des la le l el del di d der die das und and y e i et a an to for in fur po gift 1st value`,
}

const SENSES: ReadonlyMap<string, readonly Sense[]> = Object.entries(WORDS).reduce((senses, [sense, words]) => {
  for (const word of words.split(/\s+/)) senses.set(word, [...(senses.get(word) ?? []), sense as Sense])
  return senses
}, new Map<string, Sense[]>())

/** What a column may say of a person. */
export const parts = ['email', 'phone', 'name', 'first', 'last', 'preferred', 'notes', 'amount'] as const
export type Part = (typeof parts)[number]

export interface Heading {
  /** As it was written. */
  text: string
  part: Part | 'label' | null
  /** Of two columns of one part the lower is preferred: work before personal, mobile before home. */
  rank: number
  /** Whether each of its words is known. One that is not may be anyone’s, and is read only where no other says the same. */
  isKnown: boolean
  /** `E-mail 2 - Value`: what else is said of the second. */
  ordinal: number
  /** Someone else’s (a manager’s), or nothing of a person at all: what it holds is never taken for theirs. */
  isForeign: boolean
  /** May hold an address, and is one where it does: `Address`, `Recipient`. */
  isPlace: boolean
  /** `Last name, first name`. */
  isLastFirst: boolean
}

const LONGEST = 60

/** Words without accents and case; `E-mail`, `emailAddress` and `e_mail` are one. */
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\be[-_ ]?(?=mails?)/g, 'e')
    .replaceAll('#', ' number ')
    .match(/\p{L}+|\d+|[£€]/gu)
    ?.flatMap(apart) ?? []

/** German writes them as one: `Notfalltelefon`, `Privathandy`. */
function apart(word: string): string[] {
  if (SENSES.has(word)) return [word]
  const { first, rest } = COMPOUND.exec(word)?.groups ?? {}
  return first && rest && SENSES.has(rest) ? [first, rest] : [word]
}
const COMPOUND = /^(?<first>notfall|vorgesetzten|privat|dienst|geschafts|firmen|arbeits|mobil)(?<rest>\p{L}{3,})$/u

/** Reads the heading of a column. */
export function readHeading(text: string): Heading {
  const words = text.length > LONGEST ? [] : wordsIn(text)
  const ordinal = Number(words.find((word) => /^\d+$/.test(word)) ?? 1)
  const named = words.filter((word) => !/^\d+$/.test(word))
  const known = named.map((word) => SENSES.get(word))
  const all = new Set(known.flatMap((senses) => senses ?? []))
  const isKnown = known.length > 0 && known.every(Boolean)
  const isEmail = all.has('email')
  const isForeign = all.has('never') && !(isEmail && named.join(' ').match(/^e?mail id$/))
  const base = { text, ordinal, isForeign, isKnown, isPlace: false, isLastFirst: false, part: null, rank: 0 } as const
  if (isForeign || named.length === 0) return base
  const rank = rankBy(all) + (ordinal > 1 ? Math.min(ordinal, 9) : 0)
  if (isEmail || all.has('phone') || all.has('mobile')) {
    if (all.has('label')) return { ...base, part: 'label', rank }
    if (all.has('name') || all.has('whole')) return { ...base, isForeign: true }
    if (isEmail) return { ...base, part: 'email', rank }
    return { ...base, part: 'phone', rank: rank + (all.has('mobile') ? 0 : 100) }
  }
  return isKnown && named.length === words.length ? { ...base, ...readRest(named, all) } : base
}

function rankBy(all: ReadonlySet<Sense>): number {
  const kind = all.has('work') ? 0 : all.has('personal') ? 30 : 11
  return all.has('main') ? kind - 1 : kind
}

/** A heading whose every word is known, and none of them an address or a number. */
function readRest(words: readonly string[], all: ReadonlySet<Sense>): Partial<Heading> {
  if (all.has('message')) return { part: 'notes', rank: 0 }
  if (all.has('amount')) return all.has('name') ? {} : { part: 'amount', rank: 0 }
  if (all.has('notes')) return { part: 'notes', rank: 10 }
  if (all.has('work')) return {}
  if (all.has('address')) return all.has('personal') ? {} : { isPlace: true }
  if (all.has('number')) return all.has('person') ? {} : { part: 'phone', rank: 111 }
  return readName(words, all)
}

function readName(words: readonly string[], all: ReadonlySet<Sense>): Partial<Heading> {
  const legal = all.has('legal') ? 5 : 0
  const place = (sense: Sense) => words.findIndex((word) => SENSES.get(word)?.includes(sense))
  // “Nom” beside a first name, and “nombre” or “nome” beside a last one, are the other half of a whole name.
  const isBoth = all.has('first') && (all.has('last') || words.includes('nom'))
  const isRest = all.has('last') && (words.includes('nombre') || words.includes('nome'))
  if (all.has('preferred')) return all.has('last') ? {} : { part: 'preferred' }
  if (isBoth || isRest) {
    const first = place(all.has('first') ? 'first' : 'name')
    return { part: 'name', rank: legal, isLastFirst: place(all.has('last') ? 'last' : 'name') < first }
  }
  if (all.has('first')) return { part: 'first', rank: legal }
  if (all.has('last')) return { part: 'last', rank: legal }
  if (all.has('whole')) return { part: 'name', rank: legal }
  if (all.has('name')) return { part: 'name', rank: legal + 1 }
  return all.has('person') ? { part: 'name', rank: 20, isPlace: true } : {}
}

/** Headings that address books have, whose notes are private and no message. */
const ADDRESS_BOOK =
  /street|postal|zip code|birthday|anniversary|web page|phonetic|yomi|categories|group membership|organi[sz]ation name|screen name|pager|postleitzahl|strasse|geburtstag|code postal|codigo postal|codice postale|kod pocztowy/

export const isAddressBook = (headings: readonly string[]): boolean =>
  headings.filter((heading) => ADDRESS_BOOK.test(wordsIn(heading).join(' '))).length > 1
