type Match = { start: number; end: number }

const before = 24
const longest = 140

/**
 * A line of `text` around the first thing found in it, with the matches that fall within; null where nothing was.
 * `matched` in UTF-16 units, end exclusive, in order.
 */
export function glimpse(
  text: string,
  matched: readonly Match[],
): { text: string; matched: Match[] } | null {
  const [first] = matched
  if (!first) return null
  const from = startNear(text, first.start)
  const to = Math.min(text.length, from + longest)
  const [lead, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const shift = lead.length - from
  return {
    // A line break is a space here, and as long; no letter is cut in two at the end.
    text:
      lead +
      text
        .slice(from, to)
        .replace(/[\ud800-\udbff]$/, '')
        .replace(/\s/g, ' ') +
      tail,
    matched: matched
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  }
}

/** A little before `at`, at the beginning of a word where there is one near. */
function startNear(text: string, at: number): number {
  if (at <= before) return 0
  const space = text.slice(at - before, at).search(/\s\S/)
  return space < 0 ? at : at - before + space + 1
}
