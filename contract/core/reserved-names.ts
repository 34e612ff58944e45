import { normalizeText } from './characters.ts'
import { trimEndMatching } from './trim-end.ts'

/** Words that a display name must not contain, because they claim to speak for the service. */
const reservedParts = ['관리자', '운영자', '운영진', '운영팀', '고객센터', 'administrator']
const latin = /\p{Script=Latin}/u
/** Letters that look like Latin ones beside them (UTS 39, mixed-script confusables). No name mixes the scripts. */
const latinLookAlikes =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u
/** Names that a member must not have, with or without a trailing number. */
const reservedNames = new Set([
  ...['한편', '한편공식', '한편팀', '한편스튜디오', '한편직원'],
  ...['hanpyeon', 'hanpyeonofficial', 'hanpyeonteam'],
  ...['admin', 'operator', 'moderator', 'staff', 'system', 'root'],
])

/**
 * Whether a name could be mistaken for the service or its staff. Ignores spaces, punctuation, case, compatibility forms
 * (NFKC) and invisible letters. A name that mixes Latin letters with their look-alikes is one, too.
 */
export function isReservedName(name: string): boolean {
  const normalized = normalizeText(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|[\u115f\u1160\u3164\uffa0]/gu, '')
  if (latin.test(normalized) && latinLookAlikes.test(normalized)) return true
  if (reservedParts.some((part) => normalized.includes(part))) return true
  return reservedNames.has(trimEndMatching(normalized, /[님\p{N}]/u))
}
