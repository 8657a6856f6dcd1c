/** Before a name, and so no first name. */
const TITLES = new Set(
  `mr mrs ms miss mx dr prof professor sir dame lady lord rev reverend father sister brother captain capt cllr hon
  herr frau monsieur madame mme mlle señor señora signor signora uncle aunt auntie grandma grandpa granny nan dear the`.split(
    /\s+/,
  ),
)
/** Of several people, or of a company. */
const MANY = new Set(
  `and und et team family all everyone office department dept group crew club staff company ltd limited plc inc gmbh llp llc`.split(
    /\s+/,
  ),
)

const FIRST = /^\p{Lu}\p{Ll}[\p{L}\p{M}'’-]*$/u
const LAST = /^\p{L}[\p{L}\p{M}'’-]*$/u
/** Scripts with capitals, in which a list has the first name first. */
const SCRIPTS = [
  /^[\p{Script=Latin}\p{M}\s'’-]+$/u,
  /^[\p{Script=Cyrillic}\p{M}\s'’-]+$/u,
  /^[\p{Script=Greek}\p{M}\s'’-]+$/u,
]
/** As Cyrillic family names end: where the first word alone ends so, the family name comes first. */
const FAMILY = /(?:енко|ук|юк|ський|ська|ский|ская|цький|цька|цкий|цкая|ов|ова|ев|ева|єв|єва|ин|ина|ін|іна|ич)$/u
/** As in “Ana de Souza” and “Jan van der Berg”. */
const PARTICLE = /^(?:de|del|della|di|da|do|dos|das|du|van|von|der|den|het|ter|zu|la|le|al|el|bin|ibn|ben|y|e)$/

/** How a letter greets someone: by the first name where a name is plainly a first and a last one, else as it was written. */
export function greetingName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', ...others] = words
  const last = others.at(-1)
  const isInOrder = !FAMILY.test(first) || FAMILY.test(last ?? '')
  const isPlain =
    last !== undefined &&
    isInOrder &&
    SCRIPTS.some((script) => script.test(name)) &&
    FIRST.test(first) &&
    LAST.test(last) &&
    !PARTICLE.test(last)
  const lower = words.map((word) => word.toLowerCase())
  if (!isPlain || TITLES.has(lower[0]!) || lower.some((word) => MANY.has(word))) return name.trim()
  return others.slice(0, -1).every((word) => PARTICLE.test(word)) ? first : name.trim()
}

/** A name for the two fields of a form: both where it is plainly a first and a last one, a first one alone, else neither. */
export function nameFields(name: string): { firstName: string; surname: string } {
  const written = name.trim()
  const firstName = greetingName(written)
  if (firstName !== written) return { firstName, surname: written.slice(firstName.length).trim() }
  const word = written.toLowerCase()
  return { firstName: FIRST.test(written) && !TITLES.has(word) && !MANY.has(word) ? written : '', surname: '' }
}
