/**
 * The texts that staff writes for everybody: answers to questions, and notices. A small part of Markdown: `## ` and `### `
 * head a part, `- ` and `1. ` list, a blank line parts paragraphs, `**…**` is bold, `[…](https://…)` leads somewhere, over
 * http and https alone. Anything else is the text it is. Nothing of it is ever taken for HTML.
 *
 * What is matched by a search is counted in the plain text, which is what is left without the marks; `plain_text` in the
 * database says the same.
 */

/** A stretch of text; `start` is its place in the plain text. */
export type TextSpan = { text: string; start: number; is_bold: boolean; href: string | null }

export type TextBlock =
  | { kind: 'heading'; level: 2 | 3; pieces: TextSpan[] }
  | { kind: 'paragraph'; pieces: TextSpan[] }
  | { kind: 'list'; is_ordered: boolean; first: number; items: TextSpan[][] }

const marks = /\*\*|\[([^[\]\n]+)\]\((https?:\/\/[^\s()]+)\)/g

/** The blocks of a text, in order. */
export function parseBlocks(source: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let at = 0
  const pieces = (line: string) => {
    const found = piecesOf(line, at)
    at += found.reduce((length, { text }) => length + text.length, 0)
    return found
  }
  let inParagraph = false
  for (const line of source.split(/\r\n|[\r\n]/)) {
    const [last] = blocks.slice(-1)
    if (line.trim() === '') {
      inParagraph = false
      continue
    }
    // Between two lines stands one character, as a line break would.
    if (last) at += 1
    const heading = /^(#{2,3}) +(?=\S)(.*)$/.exec(line)
    const item = /^(?:-|(\d{1,3})\.) +(?=\S)(.*)$/.exec(line)
    if (heading) {
      blocks.push({
        kind: 'heading',
        level: heading[1] === '##' ? 2 : 3,
        pieces: pieces(heading[2] ?? ''),
      })
    } else if (item) {
      const is_ordered = item[1] !== undefined
      const said = pieces(item[2] ?? '')
      if (last?.kind === 'list' && last.is_ordered === is_ordered) last.items.push(said)
      else blocks.push({ kind: 'list', is_ordered, first: Number(item[1] ?? 1), items: [said] })
    } else if (last?.kind === 'paragraph' && inParagraph) {
      last.pieces.push({ text: '\n', start: at - 1, is_bold: false, href: null }, ...pieces(line))
    } else {
      blocks.push({ kind: 'paragraph', pieces: pieces(line) })
    }
    inParagraph = !heading && !item
  }
  return blocks
}

/** The same without the marks, a line for each line that says something. */
export function toPlainText(source: string): string {
  return parseBlocks(source)
    .map((block) =>
      block.kind === 'list' ? block.items.map(textOf).join('\n') : textOf(block.pieces),
    )
    .join('\n')
}

const textOf = (pieces: readonly TextSpan[]) => pieces.map(({ text }) => text).join('')

/** The stretches of one line, the first of which stands at `start`. */
function piecesOf(line: string, start: number): TextSpan[] {
  const pieces: TextSpan[] = []
  let at = start
  let is_bold = false
  const add = (text: string, href: string | null = null) => {
    if (text === '') return
    pieces.push({ text, start: at, is_bold, href })
    at += text.length
  }
  let from = 0
  for (const mark of line.matchAll(marks)) {
    add(line.slice(from, mark.index))
    from = mark.index + mark[0].length
    if (mark[1] === undefined) is_bold = !is_bold
    else add(mark[1].replaceAll('**', ''), mark[2] ?? null)
  }
  add(line.slice(from))
  return pieces
}
