import type { Inquiry } from '#contract/customer-services/customer-services.ts'
import { formatDate } from '#web/lib/format.ts'
import { inquiryMessages } from './messages.ko.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { Disclosure, useScrollToTarget } from '#web/ui/layout/disclosure.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { useEffect, useRef, useState } from 'react'
import { formatFileSize } from './attachment-field.tsx'
import { useDeleteInquiry } from './use-inquiries.ts'

const messages = inquiryMessages.list

/** The status badge of the specification. */
export function InquiryStatusBadge({ is_answered }: Pick<Inquiry, 'is_answered'>) {
  return (
    <Badge tone={is_answered ? 'success' : 'neutral'}>
      {is_answered ? messages.answered : messages.open}
    </Badge>
  )
}

/** An inquiry of the list that discloses its question and answer. */
export function InquiryItem({
  inquiry,
  is_new,
  isTarget,
  onDeleted,
}: {
  inquiry: Inquiry
  /** Answered while the page was open. */
  is_new: boolean
  /** Initially open and scrolled into view. */
  isTarget: boolean
  onDeleted: () => void
}) {
  const [isOpen, setIsOpen] = useState(isTarget)
  const disclosure = useScrollToTarget(isTarget)
  return (
    <Disclosure
      ref={disclosure}
      open={isOpen}
      onToggle={setIsOpen}
      summary={
        <div className="flex flex-wrap items-center gap-y-1 md:flex-nowrap md:gap-4">
          <span className="flex min-w-0 grow items-center gap-2 md:w-44 md:shrink-0 md:grow-0">
            <InquiryStatusBadge is_answered={inquiry.is_answered} />
            {is_new && (
              <span className="size-2 shrink-0 rounded-full bg-accent">
                <span className="sr-only">{messages.new_answer}</span>
              </span>
            )}
            <span className="truncate text-sm text-foreground-subtle">{inquiry.subject_name}</span>
          </span>
          <h2 className="order-2 line-clamp-2 w-full min-w-0 grow text-base font-semibold group-open/fold:line-clamp-none md:order-none md:w-auto">
            {inquiry.title}
          </h2>
          <time
            dateTime={inquiry.created_at}
            className="order-1 shrink-0 text-xs text-foreground-subtle md:order-none md:text-sm"
          >
            {formatDate(inquiry.created_at)}
          </time>
        </div>
      }
    >
      {isOpen && (
        <InquiryDetails
          inquiry={inquiry}
          onDeleted={onDeleted}
          onClose={() => {
            setIsOpen(false)
            disclosure.current?.querySelector('summary')?.focus()
          }}
        />
      )}
    </Disclosure>
  )
}

function InquiryDetails({
  inquiry,
  onDeleted,
  onClose,
}: {
  inquiry: Inquiry
  onDeleted: () => void
  onClose: () => void
}) {
  const deletion = useDeleteInquiry(onDeleted)
  const deleteButton = useRef<HTMLButtonElement>(null)

  async function remove() {
    const { delete_title: title, delete_detail: message, delete: confirmLabel } = messages
    if (await confirmDialog({ title, message, confirmLabel })) deletion.submit(inquiry.id)
  }
  // The button lost focus while it was disabled.
  useEffect(() => {
    if (deletion.error) deleteButton.current?.focus()
  }, [deletion.error])

  const { attachment_file, attachment_name, attachment_type, attachment_bytes } = inquiry
  return (
    <>
      <section aria-label={messages.question} className="panel p-4 md:p-5">
        <p aria-hidden="true" className="mb-2 text-xs font-bold text-foreground-subtle">
          {messages.question}
        </p>
        <p className="text-base whitespace-pre-wrap">{inquiry.context}</p>
        {attachment_file && attachment_type?.startsWith('image/') && (
          <AttachedImage key={attachment_file} src={attachment_file} />
        )}
        {attachment_file && (
          <a
            href={attachment_file}
            download={attachment_name ?? ''}
            className="mt-4 flex min-h-11 w-fit max-w-full items-center gap-2 rounded-control bg-surface-raised px-4 py-2 text-sm font-semibold transition-colors duration-(--duration-fast) hover:bg-surface-high"
          >
            <Icon name="document" className="size-5" />
            <span className="sr-only">{messages.attachment}: </span>
            <span className="truncate" dir="auto">
              {attachment_name ?? messages.attachment}
            </span>
            {/* Pictures are re-encoded, so the stored size differs from that of the uploaded file. */}
            {attachment_bytes !== null && !attachment_type?.startsWith('image/') && (
              <span className="shrink-0 font-normal text-foreground-subtle tabular-nums">
                {formatFileSize(attachment_bytes)}
              </span>
            )}
            <Icon name="chevron_down" className="size-4 text-foreground-subtle" />
          </a>
        )}
      </section>
      <section
        aria-label={messages.answer}
        className={`mt-2 rounded-sheet p-4 md:p-5 ${inquiry.answer === null ? 'bg-surface/50 inset-ring inset-ring-border' : 'bg-accent-subtle'}`}
      >
        <p className="mb-2 flex items-baseline gap-2 text-xs font-bold">
          <span
            aria-hidden="true"
            className={inquiry.answer === null ? 'text-foreground-subtle' : 'text-accent-bright'}
          >
            {messages.answer}
          </span>
          {inquiry.answered_at && (
            <time dateTime={inquiry.answered_at} className="font-normal text-foreground-subtle">
              {formatDate(inquiry.answered_at)}
            </time>
          )}
        </p>
        {inquiry.answer === null ? (
          <p className="text-base text-foreground-subtle">{messages.no_answer}</p>
        ) : (
          <p className="text-base whitespace-pre-wrap">{inquiry.answer}</p>
        )}
      </section>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="grow text-sm text-foreground-muted empty:hidden">
          {deletion.error ? messages.delete_failed : null}
        </p>
        <Button
          ref={deleteButton}
          variant="danger"
          busy={deletion.isPending}
          onClick={() => void remove()}
        >
          {messages.delete}
        </Button>
        <Button onClick={onClose}>{messages.confirm}</Button>
      </div>
    </>
  )
}

/** The attached image; if it fails to load, the download link below remains. */
function AttachedImage({ src }: { src: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return null
  return (
    <img
      src={src}
      alt={messages.attached_image}
      onError={() => setFailed(true)}
      className="mt-4 max-h-80 max-w-full rounded-card bg-surface-raised"
    />
  )
}
