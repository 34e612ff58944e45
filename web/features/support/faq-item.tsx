import type { FaqSearchResult } from '#contract/customer-services/customer-services.ts'
import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { formatPaddedDate } from '#web/lib/format.ts'
import { supportMessages } from './messages.ko.ts'
import { faqPath, defaultFaqsPath } from '#web/routing/account-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Disclosure, useScrollToTarget } from '#web/ui/layout/disclosure.tsx'
import { Highlight } from '#web/ui/layout/highlight.tsx'
import { RichText } from '#web/ui/layout/rich-text.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useUrlSearchField } from '#web/ui/forms/use-url-search-field.ts'
import { Icon } from '#web/ui/base/icon.tsx'
import { Link } from 'react-router'
import { QueryForm } from '#web/routing/query-form.tsx'

const messages = supportMessages.faqs

/** A question that discloses its answer. One of a list is open at a time. */
export function FaqItem({ faq, isTarget = false }: { faq: FaqSearchResult; isTarget?: boolean }) {
  const disclosure = useScrollToTarget(isTarget)
  // A match in the answer only is shown as an excerpt before the answer is opened.
  const excerpt =
    faq.matched_title.length === 0
      ? excerptAround(toPlainText(faq.context), faq.matched_context)
      : null
  return (
    <Disclosure
      ref={disclosure}
      name="faq"
      open={isTarget}
      summary={
        <>
          <span className="flex flex-wrap items-baseline gap-x-2 text-xs text-foreground-subtle">
            <span className="font-semibold text-accent-bright">{faq.subject_name}</span>
            <time dateTime={faq.created_at}>{formatPaddedDate(faq.created_at)}</time>
          </span>
          <h3 className="mt-1 text-base font-semibold md:text-lg">
            <Highlight text={faq.title} ranges={faq.matched_title} />
          </h3>
          {excerpt && (
            <span className="mt-1 line-clamp-2 text-sm text-foreground-subtle group-open/fold:hidden">
              <Highlight text={excerpt.text} ranges={excerpt.matched} />
            </span>
          )}
        </>
      }
    >
      <div className="text-foreground-muted">
        <RichText source={faq.context} headingLevel={4} highlights={faq.matched_context} />
      </div>
      <Button
        variant="ghost"
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
    toasts.show(messages.link_copied, 'success')
  } catch {
    toasts.show(messages.link_not_copied, 'danger')
  }
}

type Match = { start: number; end: number }

const leadLength = 24
const maxLength = 140

/**
 * Cuts a one-line excerpt around the first match.
 * @param matched ranges in UTF-16 units, end exclusive, in order.
 * @returns the excerpt with the ranges that lie within it, or null without a match.
 */
export function excerptAround(
  text: string,
  matched: readonly Match[],
): { text: string; matched: Match[] } | null {
  const [first] = matched
  if (!first) return null
  const from = startNear(text, first.start)
  const to = Math.min(text.length, from + maxLength)
  const [prefix, suffix] = [from > 0 ? '…' : '', to < text.length ? '…' : '']
  const offset = prefix.length - from
  return {
    // Whitespace is replaced one to one to keep offsets; a surrogate pair is not split at the end.
    text:
      prefix +
      text
        .slice(from, to)
        .replace(/[\ud800-\udbff]$/, '')
        .replace(/\s/g, ' ') +
      suffix,
    matched: matched
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + offset, end: end + offset })),
  }
}

/** An offset shortly before `index`, at the start of a word if there is one near. */
function startNear(text: string, index: number): number {
  if (index <= leadLength) return 0
  const space = text.slice(index - leadLength, index).search(/\s\S/)
  return space < 0 ? index : index - leadLength + space + 1
}

/** Searches the questions of all categories. `q` is the current query, `clear` the address without it. */
export function FaqSearch({ q = '', clear }: { q?: string; clear?: string }) {
  const { field, onInput: typed, onSubmit: sent } = useUrlSearchField(q)
  return (
    <QueryForm
      action={defaultFaqsPath}
      role="search"
      aria-label={messages.search_label}
      className="relative"
      onSubmit={sent}
    >
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-foreground-subtle"
      />
      <input
        ref={field}
        onInput={typed}
        type="search"
        name="q"
        defaultValue={q}
        required
        pattern=".*\S.*"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        aria-label={messages.search_label}
        placeholder={messages.search_placeholder}
        className={`${q ? 'pr-32' : 'pr-20'} h-13 w-full rounded-control bg-surface-raised pl-12 text-base inset-ring inset-ring-control-border/70 placeholder:text-foreground-subtle md:text-lg [&::-webkit-search-cancel-button]:appearance-none`}
      />
      <div className="absolute inset-y-1 right-1 flex">
        {q && clear && (
          <Link
            to={clear}
            aria-label={messages.search_clear}
            title={messages.search_clear}
            className="flex size-11 items-center justify-center rounded-control text-foreground-subtle hover:bg-surface-high hover:text-foreground"
          >
            <Icon name="close" className="size-5" />
          </Link>
        )}
        <button
          type="submit"
          className="rounded-control px-4 text-base font-bold text-accent-bright hover:bg-surface-high"
        >
          {messages.search_submit}
        </button>
      </div>
    </QueryForm>
  )
}
