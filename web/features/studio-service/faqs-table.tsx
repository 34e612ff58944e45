import { endpoints } from '#contract/index.ts'
import type { EditedFaq } from '#contract/studio-service.ts'
import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { call } from '#web/data/client.ts'
import { queryClient } from '#web/data/queries.tsx'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { type Column, DataTable, TableSkeleton } from '#web/features/studio/data-table.tsx'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { EmptyState, ErrorState } from '#web/ui/notice.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { faqsQuery, keys } from './queries.ts'
import { ShownSwitch } from './shown-switch.tsx'

const words = studioServiceCopy.texts
const here = (subject: number, more = '') =>
  `${studioNoticesPath}?kind=faqs&subject=${subject}${more}`

/** The questions of a subject in the order viewers have them. */
export function FaqsTable({ subject }: { subject: number }) {
  const faqs = useQuery(faqsQuery(subject))
  const [busy, setBusy] = useState(false)
  const rows = faqs.data?.results ?? []

  async function move(at: number, by: -1 | 1) {
    const ids = rows.map(({ id }) => id)
    const [moved] = ids.splice(at, 1)
    if (moved === undefined || busy) return
    ids.splice(at + by, 0, moved)
    setBusy(true)
    try {
      const results = await call(endpoints.studio_service.orderFaqs, {
        body: { subject_id: subject, ids },
      })
      queryClient.setQueryData(faqsQuery(subject).queryKey, faqs.data && { ...faqs.data, results })
      toasts.show(words.reordered, 'good')
    } catch (error) {
      toasts.show(
        isRefused(error, 'conflict') ? studioServiceCopy.conflict : wordsOf(error),
        'danger',
      )
      await queryClient.invalidateQueries({ queryKey: keys.faqs })
    }
    setBusy(false)
  }

  const columns: readonly Column<EditedFaq & { at: number }>[] = [
    {
      key: 'title',
      title: words.question,
      className: 'md:w-3/5',
      cell: ({ id, title, is_top }) => (
        <Link
          to={here(subject, `&edit=${id}`)}
          className="-my-3 block min-h-11 py-3 font-semibold hover:text-gam-bright"
        >
          {is_top && (
            <span className="mr-2 inline-block">
              <Badge tone="wash">{words.is_top}</Badge>
            </span>
          )}
          {title}
        </Link>
      ),
    },
    {
      key: 'order',
      title: words.order,
      cell: ({ at, title }) => (
        <span className="-my-2.5 flex">
          <IconButton
            icon="up"
            label={words.up(title)}
            disabled={at === 0}
            onClick={() => void move(at, -1)}
          />
          <IconButton
            icon="down"
            label={words.down(title)}
            disabled={at === rows.length - 1}
            onClick={() => void move(at, 1)}
          />
        </span>
      ),
    },
    {
      key: 'state',
      title: words.state,
      cell: ({ id, title, is_hidden, version }) => (
        <ShownSwitch
          title={title}
          is_hidden={is_hidden}
          stale={keys.faqs}
          change={(to) =>
            call(endpoints.studio_service.changeFaq, {
              params: { id },
              body: { version, is_hidden: to },
            })
          }
        />
      ),
    },
  ]

  if (faqs.isPending) return <TableSkeleton />
  if (faqs.isError) return <ErrorState busy={faqs.isFetching} onRetry={() => void faqs.refetch()} />
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <nav aria-label={words.subject} className="flex flex-wrap gap-2">
          {faqs.data.subjects.map(({ id, name }) => (
            <ChipLink key={id} to={here(id)} selected={id === subject}>
              {name}
            </ChipLink>
          ))}
        </nav>
        <ButtonLink to={here(subject, '&edit=new')} look="primary" icon="plus" className="ml-auto">
          {words.add_faq}
        </ButtonLink>
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="info" title={words.empty}>
          {words.empty_detail}
        </EmptyState>
      ) : (
        <DataTable
          label={words.list_faqs}
          columns={columns}
          rows={rows.map((row, at) => ({ ...row, at }))}
          keyOf={({ id }) => id}
          busy={busy || faqs.isPlaceholderData}
        />
      )}
    </>
  )
}
