// Node's own `euc-kr` knows the 2350 syllables of KS X 1001 and not the 8822 that CP949 adds (똠, 뷁, 펲 …),
// which Korean caption files do hold. CP949 puts those into the free places in the order of Unicode, so
// the table follows from the one Node has.

const native = new TextDecoder('euc-kr')

let added: Map<number, string> | undefined

function addedSyllables(): Map<number, string> {
  if (added) return added
  const known = new Set<string>()
  for (let lead = 0xb0; lead <= 0xc8; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      known.add(native.decode(Uint8Array.of(lead, trail)))
    }
  }
  added = new Map()
  let syllable = 0xac00
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    // From 0xA1 on, the upper half belongs to KS X 1001.
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue
      while (known.has(String.fromCharCode(syllable))) syllable++
      if (syllable > 0xd7a3) return added
      added.set((lead << 8) | trail, String.fromCharCode(syllable++))
    }
  }
  return added
}

/** CP949 (also called UHC, windows-949) as text; what is no character becomes U+FFFD. */
export function decodeCp949(bytes: Uint8Array): string {
  const table = addedSyllables()
  let text = ''
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    const syllable = table.get((bytes[at]! << 8) | (bytes[at + 1] ?? 0))
    if (syllable) {
      text += native.decode(bytes.subarray(from, at)) + syllable
      from = at + 2
    }
    at++
  }
  return text + native.decode(bytes.subarray(from))
}
