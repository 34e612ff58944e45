import { parseBlocks, type TextSpan } from '#contract/customer-services/rich-text.ts'
import type { ReactNode } from 'react'
import { Highlight } from './highlight.tsx'

type Match = { start: number; end: number }

/**
 * A text with marks (contract/marked-text.ts), as elements: what is no mark is text, whatever it looks like. `top` is the
 * level of its larger headings; `matched` counts in the plain text.
 */
export function RichText({
  source,
  headingLevel: top,
  highlights: matched = [],
}: {
  source: string
  headingLevel: 2 | 3 | 4
  highlights?: readonly Match[]
}) {
  const said = (pieces: readonly TextSpan[]) => pieces.map((piece) => stretch(piece, matched))
  return (
    <div className="max-w-prose space-y-4 text-base leading-relaxed break-words">
      {parseBlocks(source).map((block, at) => {
        if (block.kind === 'heading') {
          const Heading = `h${top + block.level - 2}` as 'h2' | 'h3' | 'h4' | 'h5'
          return (
            <Heading
              key={at}
              className={`pt-2 font-bold text-foreground first:pt-0 ${block.level === 2 ? 'text-lg' : 'text-base'}`}
            >
              {said(block.pieces)}
            </Heading>
          )
        }
        if (block.kind === 'paragraph')
          return (
            <p key={at} className="whitespace-pre-line">
              {said(block.pieces)}
            </p>
          )
        const items = block.items.map((item, place) => <li key={place}>{said(item)}</li>)
        return block.is_ordered ? (
          <ol key={at} start={block.first} className="list-decimal space-y-1.5 pl-6">
            {items}
          </ol>
        ) : (
          <ul key={at} className="list-disc space-y-1.5 pl-6">
            {items}
          </ul>
        )
      })}
    </div>
  )
}

function stretch({ text, start, is_bold, href }: TextSpan, matched: readonly Match[]): ReactNode {
  const end = start + text.length
  const within = matched
    .filter((match) => match.start < end && match.end > start)
    .map((match) => ({
      start: Math.max(match.start, start) - start,
      end: Math.min(match.end, end) - start,
    }))
  const shown = within.length > 0 ? <Highlight text={text} ranges={within} /> : text
  const weighed = is_bold ? (
    <strong key={start} className="font-bold text-foreground">
      {shown}
    </strong>
  ) : (
    shown
  )
  if (href === null)
    return is_bold || typeof shown === 'string' ? weighed : <span key={start}>{shown}</span>
  return (
    <a
      key={start}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="font-semibold underline decoration-border-strong underline-offset-4 hover:decoration-foreground"
    >
      {weighed}
    </a>
  )
}
