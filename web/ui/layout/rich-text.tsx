import {
  parseBlocks,
  type TextBlock,
  type TextSpan,
} from '#contract/customer-services/rich-text.ts'
import type { ReactNode } from 'react'
import { Highlight } from './highlight.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

type Match = { start: number; end: number }

/**
 * Renders rich text (contract/customer-services/rich-text.ts); anything but its markup is plain text. `headingLevel` is
 * the level of its larger headings; `highlights` are offsets in the plain text.
 */
export function RichText({
  source,
  headingLevel,
  highlights = [],
}: {
  /** The text, or its blocks. */
  source: string | readonly TextBlock[]
  headingLevel: 2 | 3 | 4
  highlights?: readonly Match[]
}) {
  const renderSpans = (spans: readonly TextSpan[]) =>
    spans.map((span) => renderSpan(span, highlights))
  return (
    <div className="max-w-prose space-y-4 text-base leading-relaxed break-words">
      {(typeof source === 'string' ? parseBlocks(source) : source).map((block, index) => {
        if (block.kind === 'heading') {
          const Heading = `h${headingLevel + block.level - 2}` as 'h2' | 'h3' | 'h4' | 'h5'
          return (
            <Heading
              key={index}
              className={`pt-2 font-bold text-foreground first:pt-0 ${block.level === 2 ? 'text-lg' : 'text-base'}`}
            >
              {renderSpans(block.pieces)}
            </Heading>
          )
        }
        if (block.kind === 'paragraph')
          return (
            <p key={index} className="whitespace-pre-line">
              {renderSpans(block.pieces)}
            </p>
          )
        const items = block.items.map((item, itemIndex) => (
          <li key={itemIndex}>{renderSpans(item)}</li>
        ))
        return block.is_ordered ? (
          <ol key={index} start={block.first} className="list-decimal space-y-2 pl-6">
            {items}
          </ol>
        ) : (
          <ul key={index} className="list-disc space-y-2 pl-6">
            {items}
          </ul>
        )
      })}
    </div>
  )
}

function renderSpan(
  { text, start, is_bold, href }: TextSpan,
  highlights: readonly Match[],
): ReactNode {
  const end = start + text.length
  const ranges = highlights
    .filter((match) => match.start < end && match.end > start)
    .map((match) => ({
      start: Math.max(match.start, start) - start,
      end: Math.min(match.end, end) - start,
    }))
  const content = ranges.length > 0 ? <Highlight text={text} ranges={ranges} /> : text
  const weighted = is_bold ? (
    <strong key={start} className="font-bold text-foreground">
      {content}
    </strong>
  ) : (
    content
  )
  if (href === null)
    return is_bold || typeof content === 'string' ? weighted : <span key={start}>{content}</span>
  return (
    <TextLink key={start} href={href} target="_blank" rel="noopener noreferrer" isInline>
      {weighted}
    </TextLink>
  )
}
