import {
  parseBlocks,
  type TextBlock,
  type TextSpan,
} from '#contract/customer-services/rich-text.ts'
import { escapeHtml } from '#server/shared/escape-html.ts'
import { font, gam, paper, paper2 } from './email-styles.ts'

/** Renders rich text (contract/customer-services/rich-text.ts) as one HTML element for each block. */
export const richTextHtml = (source: string): string[] => parseBlocks(source).map(blockHtml)

/** Renders rich text as plain text, with the addresses of its links. */
export const richTextPlain = (source: string): string =>
  parseBlocks(source).map(blockText).join('\n\n')

function blockHtml(block: TextBlock): string {
  if (block.kind === 'heading') {
    const [size, height] = block.level === 2 ? [18, 27] : [16, 25]
    return `<h${block.level} style="${font(size, height, paper, 700)};margin:0">${spansHtml(block.pieces)}</h${block.level}>`
  }
  if (block.kind === 'paragraph')
    return `<p style="${font(15, 25, paper2)};margin:0">${spansHtml(block.pieces)}</p>`
  const items = block.items.map((item) => `<li style="margin:0 0 6px">${spansHtml(item)}</li>`)
  const style = `${font(15, 25, paper2)};margin:0;padding:0 0 0 22px`
  return block.is_ordered
    ? `<ol start="${block.first}" style="${style}">${items.join('')}</ol>`
    : `<ul style="${style}">${items.join('')}</ul>`
}

const spansHtml = (spans: readonly TextSpan[]) => spans.map(spanHtml).join('')

function spanHtml({ text, is_bold, href }: TextSpan): string {
  const escaped = escapeHtml(text).replaceAll('\n', '<br>')
  const weighted = is_bold ? `<strong style="color:${paper}">${escaped}</strong>` : escaped
  return href === null
    ? weighted
    : `<a href="${escapeHtml(href)}" style="color:${gam};text-decoration:underline">${weighted}</a>`
}

function blockText(block: TextBlock): string {
  if (block.kind !== 'list') return spansText(block.pieces)
  return block.items
    .map((item, index) => {
      const mark = block.is_ordered ? `${block.first + index}.` : '-'
      return `${mark} ${spansText(item)}`
    })
    .join('\n')
}

const spansText = (spans: readonly TextSpan[]) =>
  spans
    .map(({ text, href }) => (href === null || href === text ? text : `${text} (${href})`))
    .join('')
