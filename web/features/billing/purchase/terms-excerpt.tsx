import { Icon } from '#web/ui/base/icon.tsx'
import { paymentRules } from './payment-rules.ko.ts'
import { termsMessages } from './messages.ko.ts'

type RuleId = keyof typeof paymentRules

/** The rule that concerns a payment in one sentence, and the rules in full below 자세히. */
export function TermsExcerpt({
  title,
  lead,
  ruleIds,
  details = [],
}: {
  title: string
  lead: string
  ruleIds: readonly RuleId[]
  /** Lines listed before the rules that apply them to this payment. */
  details?: readonly string[]
}) {
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
          {[...details, ...ruleIds.flatMap((id) => paymentRules[id])].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
