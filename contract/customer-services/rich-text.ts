/**
 * Rich text of FAQ answers and notices, a subset of Markdown: `## ` and `### ` headings, `- ` and `1. ` lists, blank
 * lines between paragraphs, `**…**` bold, `[…](https://…)` links with http and https only. Everything else is literal
 * text; HTML is never interpreted.
 *
 * Search matches are offsets in the plain text, that is the text without markup. `plain_text` in the database must
 * return the same.
 */

/** A text span; `start` is its offset in the plain text. */
export type TextSpan = { text: string; start: number; is_bold: boolean; href: string | null }

export type TextBlock =
  | { kind: 'heading'; level: 2 | 3; pieces: TextSpan[] }
  | { kind: 'paragraph'; pieces: TextSpan[] }
  | { kind: 'list'; is_ordered: boolean; first: number; items: TextSpan[][] }

const markup = /\*\*|\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+)\)/g

/** Returns the blocks of a text, in order. */
export function parseBlocks(source: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let offset = 0
  const parseLine = (line: string) => {
    const spans = parseSpans(line, offset)
    offset += spans.reduce((length, { text }) => length + text.length, 0)
    return spans
  }
  let inParagraph = false
  for (const line of source.split(/\r\n|[\r\n]/)) {
    const [last] = blocks.slice(-1)
    if (line.trim() === '') {
      inParagraph = false
      continue
    }
    // The plain text has one separator between two lines.
    if (last) offset += 1
    const heading = /^(#{2,3}) +(\S.*)$/.exec(line)
    const item = /^(?:-|(\d{1,3})\.) +(\S.*)$/.exec(line)
    if (heading) {
      blocks.push({
        kind: 'heading',
        level: heading[1] === '##' ? 2 : 3,
        pieces: parseLine(heading[2] ?? ''),
      })
    } else if (item) {
      const is_ordered = item[1] !== undefined
      const spans = parseLine(item[2] ?? '')
      if (last?.kind === 'list' && last.is_ordered === is_ordered) last.items.push(spans)
      else blocks.push({ kind: 'list', is_ordered, first: Number(item[1] ?? 1), items: [spans] })
    } else if (last?.kind === 'paragraph' && inParagraph) {
      last.pieces.push(
        { text: '\n', start: offset - 1, is_bold: false, href: null },
        ...parseLine(line),
      )
    } else {
      blocks.push({ kind: 'paragraph', pieces: parseLine(line) })
    }
    inParagraph = !heading && !item
  }
  return blocks
}

/** Returns the text without markup, one line per non-empty line of the source. */
export function toPlainText(source: string): string {
  return parseBlocks(source)
    .map((block) =>
      block.kind === 'list' ? block.items.map(joinSpans).join('\n') : joinSpans(block.pieces),
    )
    .join('\n')
}

const joinSpans = (spans: readonly TextSpan[]) => spans.map(({ text }) => text).join('')

/** Parses one line; the first span begins at `start`. */
function parseSpans(line: string, start: number): TextSpan[] {
  const spans: TextSpan[] = []
  let offset = start
  let is_bold = false
  const add = (text: string, href: string | null = null) => {
    if (text === '') return
    spans.push({ text, start: offset, is_bold, href })
    offset += text.length
  }
  let from = 0
  for (const match of line.matchAll(markup)) {
    add(line.slice(from, match.index))
    from = match.index + match[0].length
    if (match[1] === undefined) is_bold = !is_bold
    else add(match[1].replaceAll('**', ''), match[2] ?? null)
  }
  add(line.slice(from))
  return spans
}
