// Node's `euc-kr` decodes the 2350 syllables of KS X 1001, but not the 8822 that CP949 adds (똠, 뷁, 펲 …) and that
// Korean caption files contain. CP949 assigns those to the free code points in Unicode order, so the table follows
// from Node's own.

const native = new TextDecoder('euc-kr')

let added: Map<number, string> | undefined

function addedSyllables(): Map<number, string> {
  if (added) return added
  const standardSyllables = new Set<string>()
  for (let lead = 0xb0; lead <= 0xc8; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      standardSyllables.add(native.decode(Uint8Array.of(lead, trail)))
    }
  }
  added = new Map()
  let syllable = 0xac00
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    // From 0xA1 on, the upper half belongs to KS X 1001.
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue
      while (standardSyllables.has(String.fromCharCode(syllable))) syllable++
      if (syllable > 0xd7a3) return added
      added.set((lead << 8) | trail, String.fromCharCode(syllable++))
    }
  }
  return added
}

/** Decodes CP949 (also called UHC, windows-949); invalid bytes become U+FFFD. */
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
