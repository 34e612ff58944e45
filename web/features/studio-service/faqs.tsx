import { endpoints } from '#contract/index.ts'
import type { EditableFaq } from '#contract/studio/support.ts'
import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { call } from '#web/data/client.ts'
import { queryClient } from '#web/data/queries.tsx'
import { isRefused, wordsOf } from '#web/data/refused.ts'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ChipLink } from '#web/ui/chip.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faqsQuery, keys } from './queries.ts'
import { TextsTable } from './texts-table.tsx'

const words = studioServiceCopy.texts
const here = (subject: number, more = '') =>
  `${studioNoticesPath}?kind=faqs&subject=${subject}${more}`

/** The questions of a subject in the order viewers have them. */
export function Faqs({ subject }: { subject: number }) {
  const faqs = useQuery(faqsQuery(subject))
  const [busy, setBusy] = useState(false)
  const rows = faqs.data?.results ?? []

  async function move(id: number, by: -1 | 1) {
    const ids = rows.map((row) => row.id)
    const at = ids.indexOf(id)
    if (busy) return
    ids.splice(at, 1)
    ids.splice(at + by, 0, id)
    setBusy(true)
    try {
      const results = await call(endpoints.studio_support.reorderFaqs, {
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

  return (
    <>
      <nav
        aria-label={words.subject}
        className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
      >
        {faqs.data?.subjects.map(({ id, name }) => (
          <ChipLink key={id} to={here(id)} selected={id === subject}>
            {name}
          </ChipLink>
        ))}
      </nav>
      <TextsTable<EditableFaq>
        label={words.list_faqs}
        query={faqs}
        rows={rows}
        head={words.question}
        mark={({ is_top }) => is_top && words.is_top}
        hrefOf={({ id }) => here(subject, `&edit=${id}`)}
        columns={[
          {
            key: 'order',
            title: words.order,
            cell: ({ id, title }) => (
              <span className="-my-2.5 -ml-3 flex">
                <IconButton
                  icon="up"
                  label={words.up(title)}
                  disabled={rows[0]?.id === id}
                  onClick={() => void move(id, -1)}
                />
                <IconButton
                  icon="down"
                  label={words.down(title)}
                  disabled={rows.at(-1)?.id === id}
                  onClick={() => void move(id, 1)}
                />
              </span>
            ),
          },
        ]}
        stale={keys.faqs}
        change={({ id }, body) =>
          call(endpoints.studio_support.updateFaq, { params: { id }, body })
        }
        busy={busy}
      />
    </>
  )
}
