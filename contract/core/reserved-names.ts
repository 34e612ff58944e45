/** Words that a name of a member may not contain, because they claim to speak for the service. */
const reservedParts = ['관리자', '운영자', '운영진', '운영팀', '고객센터', 'administrator']
/** Names that a member may not have, with a number after them or not. */
const reservedNames = new Set([
  ...['한편', '한편공식', '한편팀', '한편스튜디오', '한편직원'],
  ...['hanpyeon', 'hanpyeonofficial', 'hanpyeonteam'],
  ...['admin', 'operator', 'moderator', 'staff', 'system', 'root'],
])

/**
 * Whether a name could be taken for the service or its staff. Spaces, punctuation, case, full-width and other forms
 * that Unicode holds for the same letters (NFKC), and letters that show nothing make no difference.
 */
export function isReservedName(name: string): boolean {
  const bare = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|[\u115f\u1160\u3164\uffa0]/gu, '')
  if (reservedParts.some((part) => bare.includes(part))) return true
  return reservedNames.has(bare.replace(/(?:님|\p{N})+$/u, ''))
}
