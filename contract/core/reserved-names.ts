import { normalizeText } from './characters.ts'
import { trimEndMatching } from './trim-end.ts'

/** Words that a display name must not contain, because they claim to speak for the service. */
const reservedParts = ['관리자', '운영자', '운영진', '운영팀', '고객센터', 'administrator']
const latin = /\p{Script=Latin}/u
/** Letters that look like Latin ones beside them (UTS 39, mixed-script confusables). No name mixes the scripts. */
const latinLookAlikes =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u
/** Names that a member must not have, with or without a trailing number. */
const reservedNames = new Set(['admin', 'operator', 'moderator', 'staff', 'system', 'root'])
/** Suffixes with which the name of the service stays reserved. */
const serviceSuffixes = [
  '',
  '공식',
  '팀',
  '스튜디오',
  '직원',
  'official',
  'team',
  'studio',
  'staff',
]

/**
 * Whether a name could be mistaken for the service or its staff. Ignores spaces, punctuation, case, compatibility forms
 * (NFKC) and invisible letters. A name that mixes Latin letters with their look-alikes is one, too.
 * @param serviceNames the forms of the name of the service, as `serviceNameForms` returns them
 */
export function isReservedName(name: string, serviceNames: readonly string[]): boolean {
  const normalized = foldName(name)
  if (latin.test(normalized) && latinLookAlikes.test(normalized)) return true
  if (reservedParts.some((part) => normalized.includes(part))) return true
  const plain = stemOf(normalized)
  const isOfService = (serviceName: string) => {
    const folded = foldName(serviceName)
    const bases = [folded, stemOf(folded)].filter(Boolean)
    return bases.some((base) => serviceSuffixes.some((suffix) => stemOf(base + suffix) === plain))
  }
  return reservedNames.has(plain) || (plain !== '' && serviceNames.some(isOfService))
}

const foldName = (name: string) =>
  normalizeText(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|[\u115f\u1160\u3164\uffa0]/gu, '')

/** Removes titles and digits from the end of a name. */
const stemOf = (name: string) => trimEndMatching(name, /[님\p{N}]/u)
