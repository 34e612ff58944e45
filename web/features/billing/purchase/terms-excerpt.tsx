import { Icon } from '#web/ui/base/icon.tsx'
import { paidServiceTerms } from '#web/features/support/terms/paid-service.ko.ts'
import { termsMessages } from './messages.ko.ts'

/** Ids of articles of the terms of paid services. */
type ArticleId = 'refund-episode' | 'refund-plan' | 'renewal' | 'points'

/** The rule that concerns a payment in one sentence, and its articles of the terms, word for word, below 자세히. */
export function TermsExcerpt({
  title,
  lead,
  articleIds,
  details = [],
}: {
  title: string
  lead: string
  articleIds: readonly ArticleId[]
  /** Lines listed before the articles that apply them to this payment. */
  details?: readonly string[]
}) {
  const ids: readonly string[] = articleIds
  const articles = paidServiceTerms.versions[0].articles.filter(({ id }) => ids.includes(id))
  return (
    <section aria-label={title}>
      <p className="text-sm text-pretty text-foreground">{lead}</p>
      <details className="group/terms">
        <summary className="inline-flex min-h-11 list-none items-center gap-1 rounded-control text-sm text-foreground-subtle hover:text-foreground [&::-webkit-details-marker]:hidden">
          {termsMessages.details}
          <Icon
            name="chevron_down"
            className="size-4 transition-transform duration-(--duration-fast) group-open/terms:rotate-180"
          />
        </summary>
        <ul className="list-disc space-y-1 pb-2 pl-4 text-xs text-foreground-muted marker:text-foreground-subtle">
          {[...details, ...articles.flatMap(({ body }) => body.flat())].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
