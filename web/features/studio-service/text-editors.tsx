import { endpoints } from '#contract/index.ts'
import {
  type EditedFaq,
  type EditedNotice,
  faqBounds,
  faqTitleBounds,
  noticeBounds,
  noticeTitleBounds,
} from '#contract/studio-service.ts'
import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { call } from '#web/data/client.ts'
import { TableSkeleton } from '#web/features/studio/data-table.tsx'
import { SelectField, Switch } from '#web/ui/field.tsx'
import { ErrorState } from '#web/ui/notice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextForm, type Words } from './text-form.tsx'
import { faqsQuery, keys, noticeQuery } from './queries.ts'

const words = studioServiceCopy.texts
const { studio_service: calls } = endpoints

/** Writes a notice, or changes one. */
export function NoticeEditor({ id, back }: { id: number | null; back: string }) {
  const query = useQuery({ ...noticeQuery(id ?? 0), enabled: id !== null })
  if (id !== null && query.isError)
    return <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
  if (id !== null && !query.data) return <TableSkeleton />
  return <Notice key={query.data?.version ?? 0} notice={query.data ?? null} back={back} />
}

function Notice({ notice, back }: { notice: EditedNotice | null; back: string }) {
  const [is_pinned, setPinned] = useState(notice?.is_pinned ?? false)
  return (
    <TextForm
      name={`notice.${notice?.id ?? 'new'}`}
      heading={notice ? notice.title : words.add_notice}
      labels={{ title: words.name, context: words.context }}
      bounds={{ title: noticeTitleBounds.max, context: noticeBounds.max }}
      was={notice}
      stale={keys.notices}
      back={back}
      save={(text: Words) =>
        notice
          ? call(calls.changeNotice, {
              params: { id: notice.id },
              body: { ...text, is_pinned, version: notice.version },
            })
          : call(calls.addNotice, { body: { ...text, is_pinned } })
      }
    >
      <Switch
        label={words.pinned}
        checked={is_pinned}
        onChange={({ target }) => setPinned(target.checked)}
      />
    </TextForm>
  )
}

/** Writes a question with its answer, or changes one. */
export function FaqEditor({
  id,
  subject,
  back,
}: {
  id: number | null
  subject: number
  back: string
}) {
  const query = useQuery(faqsQuery(subject))
  if (query.isError)
    return <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
  const faq = query.data?.results.find((one) => one.id === id)
  if (!query.data || (id !== null && !faq)) return <TableSkeleton />
  return (
    <Faq
      key={faq?.version ?? 0}
      faq={faq ?? null}
      subject={subject}
      subjects={query.data.subjects}
      back={back}
    />
  )
}

function Faq({
  faq,
  subject,
  subjects,
  back,
}: {
  faq: EditedFaq | null
  subject: number
  subjects: readonly { id: number; name: string }[]
  back: string
}) {
  const [is_top, setTop] = useState(faq?.is_top ?? false)
  const [subject_id, setSubject] = useState(faq?.subject_id ?? subject)
  return (
    <TextForm
      name={`faq.${faq?.id ?? 'new'}`}
      heading={faq ? faq.title : words.add_faq}
      labels={{ title: words.question, context: words.reply }}
      bounds={{ title: faqTitleBounds.max, context: faqBounds.max }}
      was={faq}
      stale={keys.faqs}
      back={back}
      save={(text: Words) =>
        faq
          ? call(calls.changeFaq, {
              params: { id: faq.id },
              body: { ...text, is_top, subject_id, version: faq.version },
            })
          : call(calls.addFaq, { body: { ...text, is_top, subject_id } })
      }
    >
      <SelectField
        label={words.subject}
        value={subject_id}
        onChange={({ target }) => setSubject(Number(target.value))}
      >
        {subjects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Switch
        label={words.top}
        checked={is_top}
        onChange={({ target }) => setTop(target.checked)}
      />
    </TextForm>
  )
}
