import type { FaqSearchResult } from '#contract/customer-services/customer-services.ts'
import { toPlainText } from '#contract/customer-services/rich-text.ts'
import { paddedDate } from '#web/copy/format.ts'
import { supportCopy } from '#web/copy/support.ts'
import { faqPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Fold, useLedTo } from '#web/ui/fold.tsx'
import { Marked } from '#web/ui/marked.tsx'
import { MarkedText } from '#web/ui/marked-text.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { glimpse } from './glimpse.ts'

const words = supportCopy.faqs

/** A question; pressed, its answer. One of a list is open at a time. */
export function FaqLine({ faq, opened = false }: { faq: FaqSearchResult; opened?: boolean }) {
  const fold = useLedTo(opened)
  // What a search found in the answer alone is shown before it is opened.
  const found =
    faq.matched_title.length === 0 ? glimpse(toPlainText(faq.context), faq.matched_context) : null
  return (
    <Fold
      ref={fold}
      group="faq"
      open={opened}
      head={
        <>
          <span className="flex flex-wrap items-baseline gap-x-2.5 text-xs text-paper-3">
            <span className="font-semibold text-gam-bright">{faq.subject_name}</span>
            <time dateTime={faq.created_at}>{paddedDate(faq.created_at)}</time>
          </span>
          <h3 className="mt-0.5 text-base font-semibold md:text-lg">
            <Marked text={faq.title} matched={faq.matched_title} />
          </h3>
          {found && (
            <span className="mt-0.5 line-clamp-2 text-sm text-paper-3 group-open/fold:hidden">
              <Marked {...found} />
            </span>
          )}
        </>
      }
    >
      <div className="text-paper-2">
        <MarkedText source={faq.context} top={4} matched={faq.matched_context} />
      </div>
      <Button
        look="quiet"
        icon="share"
        className="mt-3 -ml-5 text-sm"
        onClick={() => void copyLink(faq)}
      >
        {words.copy_link}
      </Button>
    </Fold>
  )
}

async function copyLink(faq: FaqSearchResult) {
  try {
    await navigator.clipboard.writeText(location.origin + faqPath(faq))
    toasts.show(words.link_copied, 'good')
  } catch {
    toasts.show(words.link_not_copied, 'danger')
  }
}
