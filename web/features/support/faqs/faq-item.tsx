import type { FaqSearchResult } from '#contract/customer-services/customer-services.ts'
import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { formatPaddedDate } from '#web/lib/format.ts'
import { supportMessages } from '#web/features/support/messages.ko.ts'
import { faqPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Disclosure, useScrollToTarget } from '#web/ui/layout/disclosure.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { toasts } from '#web/ui/feedback/toasts.tsx'

const messages = supportMessages.faqs

/** A question; pressed, its answer. One of a list is open at a time. */
export function FaqItem({ faq, opened = false }: { faq: FaqSearchResult; opened?: boolean }) {
  const fold = useScrollToTarget(opened)
  // What a search found in the answer alone is shown before it is opened.
  const found =
    faq.matched_title.length === 0
      ? excerptAround(toPlainText(faq.context), faq.matched_context)
      : null
  return (
    <Disclosure
      ref={fold}
      group="faq"
      open={opened}
      head={
        <>
          <span className="flex flex-wrap items-baseline gap-x-2.5 text-xs text-foreground-subtle">
            <span className="font-semibold text-accent-bright">{faq.subject_name}</span>
            <time dateTime={faq.created_at}>{formatPaddedDate(faq.created_at)}</time>
          </span>
          <h3 className="mt-0.5 text-base font-semibold md:text-lg">
            <Highlight text={faq.title} matched={faq.matched_title} />
          </h3>
          {found && (
            <span className="mt-0.5 line-clamp-2 text-sm text-foreground-subtle group-open/fold:hidden">
              <Highlight {...found} />
            </span>
          )}
        </>
      }
    >
      <div className="text-foreground-muted">
        <RichText source={faq.context} top={4} matched={faq.matched_context} />
      </div>
      <Button
        look="quiet"
        icon="share"
        className="mt-3 -ml-5 text-sm"
        onClick={() => void copyLink(faq)}
      >
        {messages.copy_link}
      </Button>
    </Disclosure>
  )
}

async function copyLink(faq: FaqSearchResult) {
  try {
    await navigator.clipboard.writeText(location.origin + faqPath(faq))
    toasts.show(messages.link_copied, 'good')
  } catch {
    toasts.show(messages.link_not_copied, 'danger')
  }
}

type Match = { start: number; end: number }

const before = 24
const longest = 140

/**
 * A line of `text` around the first thing found in it, with the matches that fall within; null where nothing was.
 * `matched` in UTF-16 units, end exclusive, in order.
 */
export function excerptAround(
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
